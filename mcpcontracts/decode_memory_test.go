package mcpcontracts_test

import (
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
