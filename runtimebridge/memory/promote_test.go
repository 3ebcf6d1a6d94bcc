package memory_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func TestPromote(t *testing.T) {
	s := newState(t)
	s.put("a.md", "# Plans\n\n# Other\n")
	id := s.update(client(), memory.Change{Path: "a.md", Heading: "Plans", Text: "A crane."}).IDs[0]
	record, err := s.Promote(background, id)
	must(t, err)
	if record.Path != "a.md" || record.SpeakerID != "mcp/6f69975abe580db3" {
		t.Errorf("got %+v", record)
	}
	if diff := cmp.Diff("# Plans\n\nA crane.\n\n# Other\n", s.note("a.md")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.md#Plans:1"}, s.find("crane")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := s.Promote(background, id); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("once more: %v", err)
	}
}

// A crash between the note and the record's removal must not add the text twice,
// whatever has been added to the note since.
func TestPromoteAfterACrash(t *testing.T) {
	tests := []struct {
		name  string
		after string // how the note goes on
	}{
		{"at once", ""},
		{"after an edit", "\nedited\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newState(t)
			s.put("a.md", "old\n")
			id := s.update(client(), memory.Change{Path: "a.md", Text: "A crane."}).IDs[0]
			name := filepath.Join(s.dir, "memory_pending", id+".json")
			_, err := s.Promote(background, id)
			must(t, err)
			marked := strings.Replace(recordFile, "ID", id, 1)
			must(t, os.WriteFile(name, []byte(marked), 0o600))
			s.put("a.md", s.note("a.md")+tt.after)
			_, err = s.Promote(background, id)
			must(t, err)
			if got := strings.Count(s.note("a.md"), "A crane."); got != 1 {
				t.Errorf("the text is there %d times", got)
			}
			if _, err := os.Lstat(name); err == nil {
				t.Error("the record is still there")
			}
		})
	}
}

// recordFile is a record of which the note was written and that was not removed.
const recordFile = `{"id":"ID","path":"a.md","text":"A crane.","speaker_id":"mcp/6f69975abe580db3","speaker_display":"MCP client",
"principal_id":"owner/install/0123456789abcdef","origin":"test/1","time":"2026-01-02T03:04:05Z",
"applying":{"path":"a.md","after":"0"}}`

// A record whose note could not be written is taken over by a later attempt.
func TestPromoteAfterAFailure(t *testing.T) {
	s := newState(t)
	must(t, os.MkdirAll(filepath.Join(s.dir, "memory", "a.md"), 0o700))
	id := s.update(client(), memory.Change{Path: "a.md", Text: "A crane."}).IDs[0]
	if _, err := s.Promote(background, id); !errors.Is(err, memory.ErrPath) {
		t.Errorf("got %v", err)
	}
	if got := s.status(); got.Pending != 1 {
		t.Errorf("got %+v", got)
	}
	must(t, os.Remove(filepath.Join(s.dir, "memory", "a.md")))
	_, err := s.Promote(background, id)
	must(t, err)
	if got := s.note("a.md"); got != "A crane.\n" {
		t.Errorf("got %q", got)
	}
}

// A file in the folder of records that is not one is never taken over.
func TestPromoteTrustsNoFile(t *testing.T) {
	for name, content := range map[string]string{
		"another id":    strings.Replace(recordFile, "ID", "p1111111111111111", 1),
		"a path out":    strings.Replace(strings.Replace(recordFile, "ID", "p0000000000000000", 1), `"path":"a.md"`, `"path":"../a.md"`, 1),
		"no text":       strings.Replace(strings.Replace(recordFile, "ID", "p0000000000000000", 1), "A crane.", " ", 1),
		"no JSON":       "# crane",
		"another shape": `["p0000000000000000"]`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newState(t)
			must(t, os.MkdirAll(filepath.Join(s.dir, "memory_pending"), 0o700))
			must(t, os.WriteFile(filepath.Join(s.dir, "memory_pending", "p0000000000000000.json"), []byte(content), 0o600))
			if _, err := s.Promote(background, "p0000000000000000"); !errors.Is(err, memory.ErrNotFound) {
				t.Errorf("got %v", err)
			}
			if records, err := s.Pending(background); err != nil || len(records) != 0 {
				t.Errorf("got %v, %v", records, err)
			}
			if found := s.find("crane"); found != nil {
				t.Errorf("found %q", found)
			}
		})
	}
}

func TestAdd(t *testing.T) {
	s := newState(t)
	must(t, s.Add(background, "imported/a.md", strings.NewReader("# Crane\r\n")))
	if got := s.note("imported/a.md"); got != "# Crane\r\n" {
		t.Errorf("got %q", got)
	}
	tests := []struct {
		name, path, content string
		want                error
	}{
		{"an existing note", "imported/a.md", "x", memory.ErrExists},
		{"a path out", "../a.md", "x", memory.ErrPath},
		{"no Markdown", "a.txt", "x", memory.ErrPath},
		{"too much", "b.md", strings.Repeat("x", memory.MaxNote+1), memory.ErrTooLarge},
		{"a link in its place", "link.md", "x", memory.ErrPath},
	}
	must(t, os.Symlink("nowhere", filepath.Join(s.dir, "memory", "link.md")))
	before := s.revision()
	for _, tt := range tests {
		if err := s.Add(background, tt.path, strings.NewReader(tt.content)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if s.revision() != before {
		t.Error("something was written")
	}
}
