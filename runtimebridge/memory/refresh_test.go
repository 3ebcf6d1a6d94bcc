package memory_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func TestOpenCreatesNothing(t *testing.T) {
	s := newState(t)
	entries, err := os.ReadDir(s.dir)
	must(t, err)
	if len(entries) > 0 {
		t.Errorf("found %v", entries)
	}
}

func TestLookingDoesNotCreateTheFolder(t *testing.T) {
	s := newState(t)
	got := s.status()
	if got.Files != 0 || got.Pending != 0 || got.Revision == "" {
		t.Errorf("got %+v", got)
	}
	s.find("crane")
	for _, name := range []string{"memory", "memory_pending"} {
		if _, err := os.Lstat(filepath.Join(s.dir, name)); err == nil {
			t.Errorf("%s was created", name)
		}
	}
}

// Whatever another program does is seen by the very next search.
func TestSearchSeesWhatHasJustChanged(t *testing.T) {
	path := func(s state, name string) string { return filepath.Join(s.dir, "memory", name) }
	tests := []struct {
		name   string
		change func(t *testing.T, s state)
		want   []string // by "crane winch", after b.md: winch
	}{
		{"nothing", func(*testing.T, state) {}, []string{"sub/b.md#:1"}},
		{"a new note", func(_ *testing.T, s state) { s.put("new/c.md", "crane") }, []string{"new/c.md#:1", "sub/b.md#:1"}},
		{"an edit", func(_ *testing.T, s state) { s.put("a.md", "text\n\n# H\n\ncrane") }, []string{"a.md#H:3", "sub/b.md#:1"}},
		{"an edit of the same size", func(_ *testing.T, s state) { s.put("a.md", "crane") }, []string{"a.md#:1", "sub/b.md#:1"}},
		{"a removal", func(t *testing.T, s state) { must(t, os.Remove(path(s, "sub/b.md"))) }, nil},
		{"a removal of all", func(t *testing.T, s state) { must(t, os.RemoveAll(path(s, ""))) }, nil},
		{"a new name", func(t *testing.T, s state) { must(t, os.Rename(path(s, "sub/b.md"), path(s, "z.md"))) }, []string{"z.md#:1"}},
		{"a new name of a folder", func(t *testing.T, s state) { must(t, os.Rename(path(s, "sub"), path(s, "top"))) }, []string{"top/b.md#:1"}},
		{"no longer a note", func(t *testing.T, s state) { must(t, os.Rename(path(s, "sub/b.md"), path(s, "b.txt"))) }, nil},
		{"swapped notes", func(t *testing.T, s state) {
			must(t, os.Rename(path(s, "a.md"), path(s, "t")))
			must(t, os.Rename(path(s, "sub/b.md"), path(s, "a.md")))
			must(t, os.Rename(path(s, "t"), path(s, "sub/b.md")))
		}, []string{"a.md#:1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newState(t)
			s.put("a.md", "aaaaa")
			s.put("sub/b.md", "winch")
			if found := s.find("crane winch"); len(found) != 1 {
				t.Fatalf("before: %q", found)
			}
			before := s.revision()
			tt.change(t, s)
			found := s.find("crane winch")
			slices.Sort(found)
			if diff := cmp.Diff(tt.want, found); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if same := s.revision() == before; same != (tt.name == "nothing") {
				t.Errorf("the revision is the same: %t", same)
			}
		})
	}
}

// Edits in quick succession, of one size, within one tick of any clock: both
// with a watch and without one, as for a note that has a second name.
func TestSearchSeesQuickEdits(t *testing.T) {
	for name, second := range map[string]bool{"watched": false, "listed": true} {
		t.Run(name, func(t *testing.T) {
			s := newState(t)
			s.put("a.md", "crane")
			if second {
				must(t, os.Link(filepath.Join(s.dir, "memory/a.md"), filepath.Join(s.dir, "second")))
			}
			for i := range 100 {
				word := fmt.Sprintf("w%05d", i)
				s.put("a.md", word)
				if found := s.find(word); len(found) != 1 {
					t.Fatalf("edit %d is not found", i)
				}
			}
		})
	}
}

func TestRemovedNotesAreForgotten(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	s.put("sub/b.md", "crane")
	s.settle()
	must(t, os.RemoveAll(filepath.Join(s.dir, "memory/sub")))
	if got := s.status(); got.Files != 1 || got.Bytes != 5 {
		t.Errorf("got %+v", got)
	}
	must(t, os.RemoveAll(filepath.Join(s.dir, "memory")))
	if got := s.status(); got.Files != 0 || got.Bytes != 0 || got.Revision != "r0" {
		t.Errorf("without a folder: %+v", got)
	}
}

func TestWhatIsSkippedIsCounted(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	s.put("big.md", "crane "+strings.Repeat("x", memory.MaxNote))
	s.put("bad\nname.md", "crane")
	s.put(".obsidian/x.md", "crane")
	must(t, os.MkdirAll(filepath.Join(s.dir, "memory_pending"), 0o700))
	must(t, os.WriteFile(filepath.Join(s.dir, "memory_pending", "p0000000000000000.json"), []byte("{"), 0o600))
	if found := s.find("crane"); len(found) != 1 {
		t.Errorf("found %q", found)
	}
	got := s.status()
	if got.Files != 1 || got.Bytes != 5 || got.Pending != 0 || got.Skipped != 3 {
		t.Errorf("got %+v", got)
	}
	s.put("big.md", "crane")
	if got := s.status(); got.Files != 2 || got.Skipped != 2 {
		t.Errorf("after the big one has become small: %+v", got)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := newState(t)
	for i := range 30 {
		s.put(fmt.Sprintf("%d.md", i), "crane")
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for n := range 10 {
				word := fmt.Sprintf("word%dx%d", i, n)
				s.put(fmt.Sprintf("own%d.md", i), word)
				if found := s.find(word); len(found) != 1 {
					t.Errorf("%s: %q", word, found)
				}
				s.status()
			}
		})
	}
	group.Go(func() {
		for range 3 {
			if err := s.Reindex(background, nil); err != nil {
				t.Error(err)
			}
		}
	})
	group.Wait()
}

func TestCallsEndWithTheirContext(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := s.Search(ctx, "crane", 5, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("Search: %v", err)
	}
	if _, err := s.Status(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Status: %v", err)
	}
	if found := s.find("crane"); len(found) != 1 {
		t.Errorf("afterwards: %q", found)
	}
}

// What was indexed before a call was cancelled stays, and nothing is forgotten.
func TestIndexingGoesOnAfterACancel(t *testing.T) {
	s := newState(t)
	for i := range 2500 {
		s.put(fmt.Sprintf("%d.md", i), fmt.Sprintf("crane word%d", i))
	}
	ctx, cancel := context.WithCancel(background)
	err := s.Reindex(ctx, func(done, total int) {
		if done < total {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_, reports := s.call("memory_status", client(), `{}`)
	var done, left int
	if n, err := fmt.Sscanf(strings.Join(reports, "\n"), "indexed %d of %d notes", &done, &left); n != 2 || left < 1500 || left >= 2500 {
		t.Errorf("the next call reports %q (%v), want 1500 notes to be left and perhaps some just written", reports, err)
	}
	for _, word := range []string{"word0", "word1234", "word2499"} {
		if found := s.find(word); len(found) != 1 {
			t.Errorf("%s: %q", word, found)
		}
	}
}

func TestClosed(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	s.find("crane")
	must(t, s.Close())
	if _, err := s.Search(background, "crane", 5, ""); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("Search: %v", err)
	}
	if err := s.Reindex(background, nil); !errors.Is(err, memory.ErrClosed) {
		t.Errorf("Reindex: %v", err)
	}
}

func TestRefreshTellsHowFarItIs(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	s.put("b.md", "winch")
	var last [2]int
	report := func(done, total int) { last = [2]int{done, total} }
	must(t, s.Refresh(background, report))
	if last != [2]int{2, 2} {
		t.Errorf("reported %v, want 2 of 2", last)
	}
}
