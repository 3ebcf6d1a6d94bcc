package memory_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func TestDiscard(t *testing.T) {
	s := newState(t)
	s.put("a.md", "# Plans\n")
	ids := s.update(client(), memory.Change{Path: "a.md", Text: "A crane."}, memory.Change{Path: "b.md", Text: "A ferry."}).IDs
	before := s.revision()
	record, err := s.Discard(background, ids[0])
	must(t, err)
	if record.Path != "a.md" || record.Text != "A crane." {
		t.Errorf("got %+v", record)
	}
	if s.note("a.md") != "# Plans\n" || s.find("crane") != nil || s.status().Pending != 1 || s.revision() == before {
		t.Errorf("the note is %q, found %q, status %+v", s.note("a.md"), s.find("crane"), s.status())
	}
	if len(s.find("ferry")) != 1 {
		t.Error("another record is gone")
	}
	for _, id := range []string{ids[0], "", "p0", "../memory/a", ids[1] + "/"} {
		if _, err := s.Discard(background, id); !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := s.Promote(background, "../memory/a"); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("promoted from outside: %v", err)
	}
	if _, err := s.Promote(background, ids[0]); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("promoted afterwards: %v", err)
	}
}

// What has reached the note is no longer refused; what has not can be.
func TestDiscardAfterACrash(t *testing.T) {
	for _, tt := range []struct {
		name, note string
		want       error
	}{
		{"the note was written", "old\n\nA crane.\n", memory.ErrExists},
		{"the note was not written", "old\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newState(t)
			s.put("a.md", tt.note)
			const id = "p0000000000000000"
			name := filepath.Join(s.dir, "memory_pending", id+".json")
			must(t, os.MkdirAll(filepath.Dir(name), 0o700))
			must(t, os.WriteFile(name, []byte(strings.Replace(recordFile, "ID", id, 1)), 0o600))
			if _, err := s.Discard(background, id); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if _, err := os.Lstat(name); (err == nil) != (tt.want != nil) {
				t.Errorf("the record: %v", err)
			}
			if s.note("a.md") != tt.note {
				t.Errorf("the note is %q", s.note("a.md"))
			}
		})
	}
}

// Of a promotion and a refusal at once exactly one comes about, and the note
// says which.
func TestDiscardAndPromoteAtOnce(t *testing.T) {
	s := newState(t)
	other := memory.Open(options(s.dir, nil))
	defer other.Close()
	for range 20 {
		s.put("a.md", "old\n")
		id := s.update(client(), memory.Change{Path: "a.md", Text: "A crane."}).IDs[0]
		var promoted, discarded error
		var group sync.WaitGroup
		group.Go(func() { _, promoted = s.Promote(background, id) })
		group.Go(func() { _, discarded = other.Discard(background, id) })
		group.Wait()
		if (promoted == nil) == (discarded == nil) {
			t.Fatalf("promoted: %v, discarded: %v", promoted, discarded)
		}
		if has := strings.Contains(s.note("a.md"), "crane"); has != (promoted == nil) {
			t.Fatalf("promoted: %v, and the note says %q", promoted, s.note("a.md"))
		}
	}
}
