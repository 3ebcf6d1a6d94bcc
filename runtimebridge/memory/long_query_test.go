package memory_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// TestALongQueryTakesNoMemory asks with as much as a request can hold.
func TestALongQueryTakesNoMemory(t *testing.T) {
	s := newState(t)
	s.put("a.md", "The crane stays.\n")
	s.find("crane") // what is opened once is open
	long := map[string]string{
		"words": "crane " + strings.Repeat("crane ", 2<<20),
		"runs":  "crane " + strings.Repeat("漢字", 2<<20),
		"one":   "crane " + strings.Repeat("x", 15<<20),
	}
	for name, query := range long {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		found := s.find(query)
		matches, _, err := s.Grep(background, memory.Pattern{Text: query, Limit: 1})
		runtime.ReadMemStats(&after)
		if len(found) != 1 || len(matches) != 0 || err != nil {
			t.Errorf("%s: found %q and %v, %v", name, found, matches, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%s: %d KiB allocated for a query of %d KiB", name, used>>10, len(query)>>10)
		}
	}
}
