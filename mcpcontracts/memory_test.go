package mcpcontracts_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// allocated is how many bytes f allocates in all.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func manyKeys(n int) string {
	var keys strings.Builder
	for i := range n {
		fmt.Fprintf(&keys, `"%d":1,`, i)
	}
	return keys.String() + `"x":1`
}

// TestDecodeMemory holds what a hostile text can make of itself.
func TestDecodeMemory(t *testing.T) {
	const mib = 1 << 20
	pairs := mcpcontracts.MaxValues / 2
	tests := map[string]struct {
		text string
		most int
	}{
		"a long string":         {`["` + strings.Repeat("a", 8*mib) + `"]`, mib},
		"a long escaped string": {`["` + strings.Repeat(`\n`, 4*mib) + `"]`, 5 * mib},
		"a string of codes":     {`["` + strings.Repeat(`\u0041`, 8*mib/6) + `"]`, 5 * mib},
		"a long key":            {`{"` + strings.Repeat("a", 8*mib) + `":1}`, mib},
		"numbers":               {"[" + strings.Repeat("0,", mcpcontracts.MaxValues-2) + "0]", 8 * mib},
		"small objects":         {"[" + strings.Repeat(`{"a":1},`, pairs-1) + "{}]", 24 * mib},
		"empty objects":         {"[" + strings.Repeat("{},", mcpcontracts.MaxValues-2) + "{}]", 12 * mib},
		"towers": {
			"[" + strings.Repeat(strings.Repeat(`{"a":`, 100)+"{}"+strings.Repeat("}", 100)+",", mcpcontracts.MaxValues/101-1) + "1]",
			32 * mib,
		},
		"too many":      {"[" + strings.Repeat(`{"a":1},`, 1<<20) + "{}]", 24 * mib},
		"too many keys": {"{" + manyKeys(1<<20) + "}", 32 * mib},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var err error
			used := allocated(func() { _, err = mcpcontracts.DecodeString(test.text) })
			if (err != nil) != (strings.HasPrefix(name, "too many")) {
				t.Fatal(err)
			}
			if used > test.most {
				t.Errorf("%d KiB for a text of %d KiB, want at most %d", used>>10, len(test.text)>>10, test.most>>10)
			}
		})
	}
}

// TestEncodeMemory holds that a text is given its room once, whatever has to be
// escaped in it.
func TestEncodeMemory(t *testing.T) {
	const mib = 1 << 20
	for name, text := range map[string]string{
		"plain":    strings.Repeat("a", mib),
		"lines":    strings.Repeat("a\n\"\\", mib/4),
		"controls": strings.Repeat("\x01\b\f\r\t", mib/5),
	} {
		for shape, payload := range map[string]any{
			"string":   text,
			"prompt":   mcpcontracts.PromptResult{Text: text},
			"messages": []mcpcontracts.Message{{Content: text}, {ID: text, Role: text}},
		} {
			var encoded string
			var err error
			used := allocated(func() { encoded, err = mcpcontracts.Encode(payload) })
			if most := 2*len(encoded) + mib/4; err != nil || used > most {
				t.Errorf("%s as %s: %d KiB for a text of %d KiB, %v", name, shape, used>>10, len(encoded)>>10, err)
			}
		}
	}
}

// TestEncodeRefusesTooMuch gives what would grow beyond the bound, without making
// it.
func TestEncodeRefusesTooMuch(t *testing.T) {
	few := []mcpcontracts.Message{{Content: strings.Repeat("x", mcpcontracts.MaxFrameBytes)}}
	if text, err := mcpcontracts.Encode(few); err != nil || len(text) < mcpcontracts.MaxFrameBytes {
		t.Errorf("as much as a frame holds: %d bytes, %v", len(text), err)
	}
	many := []mcpcontracts.Message{{Content: strings.Repeat("\x01", mcpcontracts.MaxResultBytes/6)}}
	used := allocated(func() {
		if text, err := mcpcontracts.Encode(many); text != "" || !errors.Is(err, mcpcontracts.ErrSerialization) {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	})
	if used > 1<<20 {
		t.Errorf("%d KiB for a refusal", used>>10)
	}
}
