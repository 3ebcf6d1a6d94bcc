package memory_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// vocabulary has words as common and as rare as in a language: the nth is n
// times rarer than the first.
type vocabulary struct {
	words  []string
	random *rand.Zipf
}

func newVocabulary() *vocabulary {
	source := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ka ro mi ten dor sul pre ver lo stan qui mar bel er ast or un fi gra hu wen zo")
	v := &vocabulary{random: rand.NewZipf(source, 1.1, 3, 19_999)}
	for seen := map[string]bool{}; len(v.words) < 20_000; {
		var word strings.Builder
		for range 2 + source.IntN(3) {
			word.WriteString(syllables[source.IntN(len(syllables))])
		}
		if !seen[word.String()] {
			seen[word.String()] = true
			v.words = append(v.words, word.String())
		}
	}
	return v
}

func (v *vocabulary) text(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = v.words[v.random.Uint64()]
	}
	return strings.Join(words, " ")
}

// vault writes n notes of 2 KB in folders of 100 and gives a workspace for them.
func vault(b *testing.B, n int) (*memory.Workspace, string) {
	b.Helper()
	state := b.TempDir()
	dir := filepath.Join(state, "notes")
	v := newVocabulary()
	for i := range n {
		var note strings.Builder
		fmt.Fprintf(&note, "# %s\n\n", v.text(3))
		for range 3 {
			fmt.Fprintf(&note, "## %s\n\n%s\n\n%s\n\n", v.text(2), v.text(35), v.text(35))
		}
		fmt.Fprintf(&note, "unique%d\n", i)
		folder := filepath.Join(dir, fmt.Sprintf("area%03d", i/1000), fmt.Sprintf("part%d", i/100%10))
		if i%100 == 0 {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("note%06d.md", i)), []byte(note.String()), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return openVault(b, state), dir
}

func openVault(b *testing.B, state string) *memory.Workspace {
	b.Helper()
	w := memory.Open(memory.Options{
		Dir: filepath.Join(state, "notes"), IndexPath: filepath.Join(state, "index.db"), PendingDir: filepath.Join(state, "pending"),
	})
	b.Cleanup(func() {
		if err := w.Close(); err != nil {
			b.Error(err)
		}
	})
	return w
}

// queries are what people ask: a word or some, of every degree of commonness.
func queries(v *vocabulary) map[string]string {
	return map[string]string{
		"unique":       "unique500",
		"rare":         v.words[9000],
		"uncommon":     v.words[900],
		"two":          v.words[900] + " " + v.words[400],
		"three":        v.words[3000] + " " + v.words[200] + " " + v.words[50],
		"common":       v.words[40],
		"very_common":  v.words[0],
		"sentence":     "what " + v.words[0] + " " + v.words[1] + " " + v.words[5] + " " + v.words[700] + " " + v.words[2] + " " + v.words[2500],
		"only_common":  v.words[0] + " " + v.words[1] + " " + v.words[2],
		"some_common":  v.words[30] + " " + v.words[60],
		"not_there":    "submarine",
		"random_words": v.text(5),
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, _ := vault(b, n)
			search(b, w, "unique1")
			v := newVocabulary()
			for name, query := range queries(v) {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						search(b, w, query)
					}
				})
			}
		})
	}
}

// BenchmarkIndex builds the index, opens it again in a new workspace, and takes
// in one changed note.
func BenchmarkIndex(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, dir := vault(b, n)
			b.Run("build", func(b *testing.B) {
				for b.Loop() {
					if err := w.Reindex(context.Background(), nil); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("open", func(b *testing.B) {
				for b.Loop() {
					search(b, openVault(b, filepath.Dir(dir)), "unique1")
				}
			})
			b.Run("one_change", func(b *testing.B) {
				i := 0
				for b.Loop() {
					i++
					if err := os.WriteFile(filepath.Join(dir, "area000", "part0", "note000001.md"), fmt.Appendf(nil, "changed%d", i), 0o644); err != nil {
						b.Fatal(err)
					}
					if found := search(b, w, fmt.Sprintf("changed%d", i)); len(found) != 1 {
						b.Fatalf("%d passages", len(found))
					}
				}
			})
		})
	}
}

func BenchmarkGrep(b *testing.B) {
	w, _ := vault(b, 10_000)
	for b.Loop() {
		matches, _, err := w.Grep(context.Background(), memory.Pattern{Text: "UNIQUE9999", Limit: 50})
		if err != nil || len(matches) != 1 {
			b.Fatal(matches, err)
		}
	}
}

func search(b *testing.B, w *memory.Workspace, query string) []memory.Passage {
	b.Helper()
	found, err := w.Search(context.Background(), query, 8, "")
	if err != nil {
		b.Fatal(err)
	}
	return found
}
