package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// settle looks until nothing has to be looked at again.
func (s state) settle() {
	s.t.Helper()
	for range 100_000 {
		if _, reports := s.call("memory_status", client(), `{}`); len(reports) == 0 {
			return
		}
	}
	s.t.Fatal("the notes never settle")
}

// What one process has indexed is not indexed again, nor by the next process.
func TestIndexIsKept(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	s.settle()
	next := openState(t, s.dir, nil)
	if _, reports := next.call("memory_status", client(), `{}`); len(reports) > 0 {
		t.Errorf("indexed again: %q", reports)
	}
	if next.revision() != s.revision() {
		t.Error("the revision is another in a new process")
	}
}

func TestRevisionDependsOnContentOnly(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	first := s.revision()
	s.put("a.md", "winch")
	if s.revision() == first {
		t.Error("an edit leaves the revision")
	}
	s.put("a.md", "crane")
	if got := s.revision(); got != first {
		t.Error("the same content has another revision")
	}
	must(t, s.Reindex(background, nil))
	if s.revision() != first {
		t.Error("a new index has another revision")
	}
}

// The index is a cache: whatever happens to it, the next search is right.
func TestIndexIsOnlyACache(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, path string)
	}{
		{"removed", func(t *testing.T, path string) { must(t, os.Remove(path)) }},
		{"removed with its log", func(t *testing.T, path string) {
			for _, suffix := range []string{"", "-wal", "-shm"} {
				must(t, os.Remove(path+suffix))
			}
		}},
		{"replaced by a text", func(t *testing.T, path string) {
			must(t, os.Remove(path))
			must(t, os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600))
		}},
		{"overwritten", func(t *testing.T, path string) {
			info, err := os.Stat(path)
			must(t, err)
			must(t, os.WriteFile(path, make([]byte, info.Size()), 0o600))
			must(t, os.Truncate(path+"-wal", 0))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newState(t)
			for i := range 50 {
				s.put(fmt.Sprintf("%d.md", i), "crane "+strings.Repeat("winch ", i))
			}
			s.find("crane")
			tt.spoil(t, filepath.Join(s.dir, "memory_index.db"))
			s.put("new.md", "crane alone")
			if found := s.find("alone"); len(found) != 1 {
				t.Errorf("found %q", found)
			}
			if found := s.find("crane"); len(found) != 20 {
				t.Errorf("found %d old passages, want 20", len(found))
			}
		})
	}
}
