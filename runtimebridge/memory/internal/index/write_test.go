package index_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
)

func TestWriteReplacesAndRemoves(t *testing.T) {
	ix := openNew(t)
	write(t, ix, document("a.md", 1, "crane", "crane two"), document("b.md", 1, "crane"))
	write(t, ix, document("a.md", 2, "winch"))
	if got := query(t, ix, "crane"); len(got) != 1 || got[0] != "b.md:0" {
		t.Errorf("after a change: %q", got)
	}
	gone := index.Batch{Gone: []index.Key{{Path: "a.md"}, {Path: "never.md"}, {Source: 1, Path: "b.md"}}}
	if _, err := ix.Write(background, gone, always); err != nil {
		t.Fatal(err)
	}
	if got := query(t, ix, "winch"); got != nil {
		t.Errorf("after a removal: %q", got)
	}
	if got := load(t, ix); len(got) != 1 {
		t.Errorf("notes: %v", got)
	}
}

func TestLoadGivesWhatWasWritten(t *testing.T) {
	ix := openNew(t)
	d := document("a.md", -5, "crane")
	d.Status = index.TooLarge
	write(t, ix, d)
	if diff := cmp.Diff(map[string]index.Note{"a.md": d.Note}, load(t, ix)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d.Stamp.Modified, d.Settled = 7, false
	write(t, ix, d)
	if diff := cmp.Diff(map[string]index.Note{"a.md": d.Note}, load(t, ix)); diff != "" {
		t.Errorf("touched (-want +got):\n%s", diff)
	}
}

// A note that was only touched keeps its passages: the second document has none
// to give.
func TestTouchingIsNotIndexing(t *testing.T) {
	ix := openNew(t)
	d := document("a.md", 1, "crane")
	write(t, ix, d)
	d.Stamp.Modified, d.Passages = 7, nil
	write(t, ix, d)
	if got := query(t, ix, "crane"); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestWriteLeavesOutWhatIsPast(t *testing.T) {
	ix := openNew(t)
	write(t, ix, document("kept.md", 1, "crane"))
	batch := index.Batch{
		Documents: []index.Document{document("a.md", 1, "winch"), document("b.md", 1, "winch")},
		Gone:      []index.Key{{Path: "kept.md"}},
	}
	left, err := ix.Write(background, batch, func(key index.Key, d *index.Document) bool {
		return d != nil && key.Path == "a.md"
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]index.Key{{Path: "b.md"}, {Path: "kept.md"}}, left); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	if got := load(t, ix); len(got) != 2 {
		t.Errorf("notes: %v", got)
	}
}

func TestIndexedAtIsTheLastChange(t *testing.T) {
	ix := openNew(t)
	before, err := ix.IndexedAt(background)
	if err != nil || before.Unix() <= 0 {
		t.Errorf("got %v, %v", before, err)
	}
}

func TestWriteEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.db")
	holder, waiter := open(t, path), open(t, path)
	ctx, cancel := context.WithCancel(background)
	_, err := holder.Write(background, index.Batch{Documents: []index.Document{document("a.md", 1, "x")}},
		func(index.Key, *index.Document) bool {
			done := make(chan error)
			go func() {
				_, err := waiter.Write(ctx, index.Batch{}, always)
				done <- err
			}()
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("the second writer got %v", err)
			}
			return true
		})
	if err != nil {
		t.Fatal(err)
	}
}

func TestManyWritersAndReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.db")
	var group sync.WaitGroup
	for i := range 4 {
		ix := open(t, path)
		group.Go(func() {
			for n := range 20 {
				write(t, ix, document(fmt.Sprintf("%d-%d.md", i, n), 1, "crane"), document("same.md", int64(i), "winch"))
				query(t, ix, "crane winch")
			}
		})
	}
	group.Wait()
	ix := open(t, path)
	if got := load(t, ix); len(got) != 81 {
		t.Errorf("%d notes, want 81", len(got))
	}
	if got := ask(t, ix, index.Query{Terms: []string{"winch"}, Limit: 10}); len(got) != 1 {
		t.Errorf("a note that all have written is found as %q", got)
	}
}
