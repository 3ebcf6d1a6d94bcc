package index_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/words"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var background = context.Background()

func open(t *testing.T, path string) *index.Index {
	t.Helper()
	ix, _, err := index.Open(background, path, "notes")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	})
	return ix
}

func openNew(t *testing.T) *index.Index {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "index.db"))
}

// document is a note of source 0 with a passage for each body.
func document(path string, digest int64, bodies ...string) index.Document {
	d := index.Document{Shown: path, Note: index.Note{
		Key: index.Key{Path: path}, Digest: digest, Settled: true, Stamp: folder.Stamp{Size: digest, Inode: 1 << 63},
	}}
	for _, body := range bodies {
		d.Passages = append(d.Passages, index.Passage{Body: words.Split(body)})
	}
	return d
}

func always(index.Key, *index.Document) bool { return true }

func write(t *testing.T, ix *index.Index, documents ...index.Document) {
	t.Helper()
	if _, err := ix.Write(background, index.Batch{Documents: documents}, always); err != nil {
		t.Fatal(err)
	}
}

func query(t *testing.T, ix *index.Index, text string) []string {
	t.Helper()
	return ask(t, ix, index.Query{Terms: words.Terms(text, 24), Limit: 10})
}

// ask gives the hits as path:number.
func ask(t *testing.T, ix *index.Index, q index.Query) []string {
	t.Helper()
	hits, err := ix.Query(background, q)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, h := range hits {
		found = append(found, fmt.Sprintf("%s:%d", h.Path, h.Number))
	}
	return found
}

func load(t *testing.T, ix *index.Index) map[string]index.Note {
	t.Helper()
	notes := map[string]index.Note{}
	if err := ix.Load(background, func(n index.Note) { notes[n.Path] = n }); err != nil {
		t.Fatal(err)
	}
	return notes
}
