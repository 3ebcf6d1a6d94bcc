package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// notes measures search as the notes grow: the first index, a search, and a
// search behind a change.
func notes(w *workshop) ([]figure, error) {
	var figures []figure
	sizes := []int{10_000, 100_000}
	if w.quick {
		sizes = []int{1_000}
	}
	for _, size := range sizes {
		dir := filepath.Join(w.dir, fmt.Sprintf("notes%d", size))
		if err := writeNotes(dir, size); err != nil {
			return nil, err
		}
		found, err := w.measureNotes(dir, size)
		if err != nil {
			return nil, err
		}
		figures = append(figures, found...)
		if err := os.RemoveAll(dir); err != nil {
			return nil, err
		}
	}
	return figures, nil
}

func (w *workshop) measureNotes(dir string, size int) ([]figure, error) {
	if _, err := w.cli("config", "set", "memory.dir", dir); err != nil {
		return nil, err
	}
	defer w.cli("config", "unset", "memory.dir") // fails only where the next row does, too
	if _, err := w.cli("config", "set", "mcp_server.tool_timeout", "10m"); err != nil {
		return nil, err
	}
	s, err := w.serveProduct()
	if err != nil {
		return nil, err
	}
	words := rand.New(rand.NewPCG(3, 4))
	search := func() (float64, error) {
		query := fmt.Sprintf(`{"name":"memory_search","arguments":{"query":"%s %s"}}`, word(words), word(words))
		_, took, err := s.call("tool_call", query)
		return milliseconds(took), err
	}
	first, err := search()
	if err != nil {
		return nil, err
	}
	var searches, changed []float64
	for range w.size(20, 100) {
		took, err := search()
		if err != nil {
			return nil, err
		}
		searches = append(searches, took)
	}
	for i := range w.size(5, 20) {
		note := filepath.Join(dir, "area0", fmt.Sprintf("changed%d.md", i))
		if err := os.WriteFile(note, []byte("# Changed\n\nA new line.\n"), 0o600); err != nil {
			return nil, err
		}
		took, err := search()
		if err != nil {
			return nil, err
		}
		changed = append(changed, took)
	}
	name := count(size) + " notes"
	figures := []figure{
		{what: "first index of " + name, unit: "s", values: []float64{first / 1000}, must: most(10)},
		{what: "memory_search over " + name, unit: "ms", values: searches, must: most(20)},
		{what: "memory_search behind a change, " + name, unit: "ms", values: changed, must: most(50)},
	}
	if size > 10_000 {
		figures[0].must, figures[1].must = bound{}, most(60)
	}
	return figures, s.stop()
}

var syllables = strings.Fields("ka ro mi ten dor sul pre ver lo stan qui mar bel er ast or un fi gra hu wen zo")

// word is one of some ten thousand, short ones more often.
func word(random *rand.Rand) string {
	var b strings.Builder
	for range 2 + random.IntN(2) {
		b.WriteString(syllables[random.IntN(len(syllables))])
	}
	return b.String()
}

// writeNotes writes notes of about 1 KB, a hundred to a folder.
func writeNotes(dir string, n int) error {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		folder := filepath.Join(dir, fmt.Sprintf("area%d", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				return err
			}
		}
		var note strings.Builder
		fmt.Fprintf(&note, "# %s %s\n\n", word(random), word(random))
		for range 3 {
			fmt.Fprintf(&note, "## %s\n\n", word(random))
			for range 45 {
				note.WriteString(word(random))
				note.WriteByte(' ')
			}
			note.WriteString("\n\n")
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("note%d.md", i)), []byte(note.String()), 0o600); err != nil {
			return err
		}
	}
	return nil
}
