package memory

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
)

// What another program does between two steps of a call cannot be arranged from
// outside.

func indexedNote(t *testing.T, content string) (*Workspace, string) {
	t.Helper()
	dir := t.TempDir()
	w := Open(Options{Dir: dir, IndexPath: filepath.Join(dir, "index.db"), PendingDir: filepath.Join(dir, "pending")})
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	path := filepath.Join(dir, "a.md")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Status(context.Background()); err != nil {
		t.Fatal(err)
	}
	return w, path
}

// A note that was changed after it was found is not shown in place of what was
// found.
func TestPassagesAreThoseThatWereFound(t *testing.T) {
	w, path := indexedNote(t, "crane")
	hit := index.Hit{Key: index.Key{Path: "a.md"}, Digest: w.notes.notes["a.md"].Digest}
	if found, all := w.passages([]index.Hit{hit}); len(found) != 1 || !all {
		t.Fatalf("got %v, %t", found, all)
	}
	if err := os.WriteFile(path, []byte("winch"), 0o600); err != nil {
		t.Fatal(err)
	}
	if found, all := w.passages([]index.Hit{hit}); len(found) != 0 || all {
		t.Errorf("got %v, %t", found, all)
	}
}

// What was read before another process has indexed a newer state is not written.
func TestOnlyThePresentStateIsIndexed(t *testing.T) {
	w, path := indexedNote(t, "crane")
	key := index.Key{Path: "a.md"}
	d, err := w.notes.document("a.md")
	if err != nil {
		t.Fatal(err)
	}
	if !w.still(key, &d) || w.still(key, nil) {
		t.Error("a note as it was read is said to have changed")
	}
	if err := os.WriteFile(path, []byte("a winch"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w.still(key, &d) {
		t.Error("a changed note is said to be as it was read")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if w.still(key, &d) || !w.still(key, nil) {
		t.Error("a removed note is said to be there")
	}
}

// A note that was edited within one tick of the clock has the stamp that was
// indexed, and another content. As it was not settled, it is read again.
func TestUnsettledNotesAreReadAgain(t *testing.T) {
	w, _ := indexedNote(t, "crane")
	before, err := w.notes.document("a.md")
	if err != nil {
		t.Fatal(err)
	}
	before.Settled, before.Digest = false, 1
	before.Passages = []index.Passage{{Body: "winch"}}
	if _, err := w.index.Write(context.Background(), index.Batch{Documents: []index.Document{before}}, w.still); err != nil {
		t.Fatal(err)
	}
	w.notes.indexed(before.Note)
	for query, want := range map[string]int{"crane": 1, "winch": 0} {
		found, err := w.Search(context.Background(), query, 5, "")
		if err != nil || len(found) != want {
			t.Errorf("%s: %v, %v", query, found, err)
		}
	}
}
