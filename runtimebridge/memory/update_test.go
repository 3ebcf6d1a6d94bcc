package memory_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

func TestOwnersAdditionsGoIntoNotes(t *testing.T) {
	s := newState(t)
	s.put("a.md", "# A\r\n\r\none\r\n\r\n# B\r\n")
	must(t, os.Chmod(filepath.Join(s.dir, "memory/a.md"), 0o640))
	before := s.revision()
	updated := s.update(owner(),
		memory.Change{Path: "a.md", Heading: "A", Text: "first"},
		memory.Change{Path: "new/b.md", Text: "crane"},
		memory.Change{Path: "a.md", Heading: "A", Text: "second"},
	)
	if len(updated.IDs) != 0 || updated.Revision == before || updated.Revision != s.revision() {
		t.Errorf("got %+v", updated)
	}
	want := "# A\r\n\r\none\r\n\r\nfirst\r\n\r\nsecond\r\n\r\n# B\r\n"
	if diff := cmp.Diff(want, s.note("a.md")); diff != "" {
		t.Errorf("a.md (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"new/b.md#:1"}, s.find("crane")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	info, err := os.Stat(filepath.Join(s.dir, "memory/a.md"))
	must(t, err)
	if info.Mode().Perm() != 0o640 {
		t.Errorf("the mode has become %o", info.Mode().Perm())
	}
}

func TestClientsAdditionsArePending(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := openState(t, t.TempDir(), func() time.Time { return now })
	s.put("a.md", "old")
	updated := s.update(client(),
		memory.Change{Path: "a.md", Heading: "Plans", Text: "A crane."},
		memory.Change{Path: "b.md", Text: "A winch."},
	)
	if got := s.note("a.md"); got != "old" {
		t.Errorf("the note has become %q", got)
	}
	if got := s.status(); got.Files != 1 || got.Pending != 2 || got.Revision != updated.Revision {
		t.Errorf("got %+v", got)
	}
	records, err := s.Pending(background)
	must(t, err)
	want := memory.Record{
		ID: updated.IDs[0], Path: "a.md", Heading: "Plans", Text: "A crane.", Note: "because",
		SpeakerID: "mcp/6f69975abe580db3", SpeakerDisplay: "MCP client", PrincipalID: "owner/install/0123456789abcdef",
		Origin: "test/1", Time: now,
	}
	if len(records) != 2 {
		t.Fatalf("got %+v", records)
	}
	if records[0].ID != want.ID {
		records[0] = records[1] // of one time: in any order
	}
	if diff := cmp.Diff(want, records[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"pending a.md#Plans:0"}, s.find("plans")); diff != "" {
		t.Errorf("by its heading (-want +got):\n%s", diff)
	}
	checkModes(t, filepath.Join(s.dir, "memory_pending"))
}

// checkModes reports anything below a folder that others may read.
func checkModes(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	info, err := os.Stat(dir)
	must(t, err)
	if info.Mode().Perm() != 0o700 {
		t.Errorf("the mode of the folder is %o", info.Mode().Perm())
	}
	for _, entry := range entries {
		info, err := entry.Info()
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("the mode of %s is %o", entry.Name(), info.Mode().Perm())
		}
	}
}

// Whatever a tier that is not the owner's is called, it never writes a note.
func TestOnlyTheOwnerWritesNotes(t *testing.T) {
	s := newState(t)
	for _, tier := range []authority.Tier{authority.TierPaired, "", "Owner"} {
		s.update(authority.Grant{Tier: tier}, memory.Change{Path: "a.md", Text: "crane"})
	}
	if got := s.status(); got.Files != 0 || got.Pending != 3 {
		t.Errorf("got %+v", got)
	}
}

func TestUpdateRefuses(t *testing.T) {
	many := make([]memory.Change, 65)
	for i := range many {
		many[i] = memory.Change{Path: "a.md", Text: "x"}
	}
	half := strings.Repeat("x", 256_001)
	tests := []struct {
		name    string
		changes []memory.Change
		want    error
	}{
		{"no change", nil, memory.ErrInvalid},
		{"too many", many, memory.ErrInvalid},
		{"a blank text", []memory.Change{{Path: "a.md", Text: " \n\u00a0"}}, memory.ErrInvalid},
		{"a text that is not UTF-8", []memory.Change{{Path: "a.md", Text: "\xff"}}, memory.ErrInvalid},
		{"a heading of two lines", []memory.Change{{Path: "a.md", Heading: "a\nb", Text: "x"}}, memory.ErrInvalid},
		{"a heading of marks", []memory.Change{{Path: "a.md", Heading: "## ", Text: "x"}}, memory.ErrInvalid},
		{"too much together", []memory.Change{{Path: "a.md", Text: half}, {Path: "b.md", Text: half}}, memory.ErrTooLarge},
		{"no Markdown", []memory.Change{{Path: "a.txt", Text: "x"}}, memory.ErrPath},
		{"another suffix", []memory.Change{{Path: "a.markdown", Text: "x"}}, memory.ErrPath},
		{"an absolute path", []memory.Change{{Path: "/tmp/a.md", Text: "x"}}, memory.ErrPath},
		{"upwards", []memory.Change{{Path: "a/../../b.md", Text: "x"}}, memory.ErrPath},
		{"hidden", []memory.Change{{Path: ".obsidian/a.md", Text: "x"}}, memory.ErrPath},
		{"a control character", []memory.Change{{Path: "a\x1b[31m.md", Text: "x"}}, memory.ErrPath},
		{"a link out", []memory.Change{{Path: "good.md", Text: "x"}, {Path: "out/a.md", Text: "x"}}, memory.ErrPath},
		{"a dangling link", []memory.Change{{Path: "good.md", Text: "x"}, {Path: "dangling.md", Text: "x"}}, memory.ErrPath},
		{"a folder", []memory.Change{{Path: "good.md", Text: "x"}, {Path: "folder.md", Text: "x"}}, memory.ErrPath},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newState(t)
			s.put("folder.md/a.md", "x")
			outside := t.TempDir()
			must(t, os.Symlink(outside, filepath.Join(s.dir, "memory/out")))
			must(t, os.Symlink(filepath.Join(outside, "new.md"), filepath.Join(s.dir, "memory/dangling.md")))
			before := s.revision()
			_, err := s.Update(background, memory.Update{BaseRevision: before, Changes: tt.changes, Grant: owner()})
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if s.revision() != before {
				t.Error("something was written")
			}
			if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
				t.Errorf("outside: %v, %v", left, err)
			}
		})
	}
}

func TestUpdateNeedsThePresentRevision(t *testing.T) {
	for _, grant := range []authority.Grant{owner(), client()} {
		s := newState(t)
		s.put("a.md", "crane")
		seen := s.revision()
		s.put("b.md", "winch") // behind the caller's back
		update := memory.Update{BaseRevision: seen, Changes: []memory.Change{{Path: "a.md", Text: "x"}}, Grant: grant}
		if _, err := s.Update(background, update); !errors.Is(err, memory.ErrConflict) {
			t.Errorf("%s: %v", grant.Tier, err)
		}
		update.BaseRevision = s.revision()
		if _, err := s.Update(background, update); err != nil {
			t.Errorf("%s: %v", grant.Tier, err)
		}
		if _, err := s.Update(background, update); !errors.Is(err, memory.ErrConflict) {
			t.Errorf("%s, the same once more: %v", grant.Tier, err)
		}
	}
}

// An edit between the look at the revision and the write is not overwritten.
func TestUpdateDoesNotOverwriteAnEdit(t *testing.T) {
	s := newState(t)
	s.put("a.md", "old")
	update := memory.Update{
		BaseRevision: s.revision(), Grant: owner(),
		Changes: []memory.Change{{Path: "new.md", Text: "x"}, {Path: "a.md", Text: "x"}},
		Commit: func(write func() error) error {
			s.put("a.md", "edited")
			return write()
		},
	}
	if _, err := s.Update(background, update); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("got %v", err)
	}
	if got := s.note("a.md"); got != "edited" {
		t.Errorf("the note has become %q", got)
	}
	if got := s.status(); got.Files != 1 {
		t.Errorf("the other change was made: %+v", got)
	}
}

func TestUpdateFindsANoteInAnotherNormalForm(t *testing.T) {
	s := newState(t)
	s.put("Cafe\u0301.md", "old")
	s.update(owner(), memory.Change{Path: "Café.md", Text: "new"}, memory.Change{Path: "Cafe\u0301.md", Text: "newer"})
	if got := s.note("Cafe\u0301.md"); got != "old\n\nnew\n\nnewer\n" {
		t.Errorf("got %q", got)
	}
	if got := s.status(); got.Files != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestUpdateFindsAComposedNote(t *testing.T) {
	s := newState(t)
	s.put("Café.md", "old")
	s.update(owner(), memory.Change{Path: "Cafe\u0301.md", Text: "new"})
	if got := s.note("Café.md"); got != "old\n\nnew\n" {
		t.Errorf("got %q", got)
	}
}

// The lock that keeps other processes out is held while notes are written.
func TestUpdateIsLocked(t *testing.T) {
	s := newState(t)
	locks, err := run.OpenLocks(filepath.Join(s.dir, "memory_index.db.lock"))
	must(t, err)
	held := false
	_, err = s.Update(background, memory.Update{
		BaseRevision: s.revision(), Grant: owner(), Changes: []memory.Change{{Path: "a.md", Text: "x"}},
		Commit: func(write func() error) error {
			held = locks.Held("memory update")
			return write()
		},
	})
	must(t, err)
	if !held {
		t.Error("not locked")
	}
	if locks.Held("memory update") {
		t.Error("still locked")
	}
}

func TestUpdateKeepsNotesWithinTheLimit(t *testing.T) {
	s := newState(t)
	s.put("a.md", strings.Repeat("x", memory.MaxNote-10))
	_, err := s.Update(background, memory.Update{
		BaseRevision: s.revision(), Grant: owner(), Changes: []memory.Change{{Path: "a.md", Text: "a line that is too long"}},
	})
	if !errors.Is(err, memory.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}
