package memory_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
	"go.uber.org/goleak"
)

// TestMain also is the second process of the tests that need one.
func TestMain(m *testing.M) {
	if state := os.Getenv(otherProcess); state != "" {
		os.Exit(runOther(state, os.Args[1:]))
	}
	goleak.VerifyTestMain(m)
}

var background = context.Background()

// state is a state directory with a workspace in it.
type state struct {
	*memory.Workspace
	t   *testing.T
	dir string // of everything
}

func newState(t *testing.T) state {
	t.Helper()
	return openState(t, t.TempDir(), nil)
}

func openState(t *testing.T, dir string, now func() time.Time) state {
	t.Helper()
	w := memory.Open(options(dir, now))
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return state{Workspace: w, t: t, dir: dir}
}

func options(dir string, now func() time.Time) memory.Options {
	return memory.Options{
		Dir:        filepath.Join(dir, "memory"),
		IndexPath:  filepath.Join(dir, "memory_index.db"),
		PendingDir: filepath.Join(dir, "memory_pending"),
		Now:        now,
	}
}

// put writes a note, as another program would.
func (s state) put(path, content string) {
	s.t.Helper()
	full := filepath.Join(s.dir, "memory", path)
	must(s.t, os.MkdirAll(filepath.Dir(full), 0o755))
	must(s.t, os.WriteFile(full, []byte(content), 0o644))
}

func (s state) note(path string) string {
	s.t.Helper()
	content, err := os.ReadFile(filepath.Join(s.dir, "memory", path))
	must(s.t, err)
	return string(content)
}

// find gives what a search finds as path#heading:line.
func (s state) find(query string) []string {
	s.t.Helper()
	passages, err := s.Search(background, query, 20, "")
	must(s.t, err)
	return places(passages)
}

func places(passages []memory.Passage) []string {
	var found []string
	for _, p := range passages {
		place := fmt.Sprintf("%s#%s:%d", p.Path, p.Heading, p.Line)
		if p.Record != nil {
			place = "pending " + place
		}
		found = append(found, place)
	}
	return found
}

func (s state) revision() string {
	s.t.Helper()
	return s.status().Revision
}

func (s state) status() memory.Status {
	s.t.Helper()
	status, err := s.Status(background)
	must(s.t, err)
	return status
}

// update makes additions on the present revision.
func (s state) update(grant authority.Grant, changes ...memory.Change) memory.Updated {
	s.t.Helper()
	updated, err := s.Update(background, memory.Update{
		BaseRevision: s.revision(), Changes: changes, Grant: grant, Origin: "test/1", Note: "because",
	})
	must(s.t, err)
	return updated
}

func owner() authority.Grant {
	return authority.OwnerGrant(authority.Principal{ID: "owner/install/0123456789abcdef"}, authority.NonInteractive)
}

func client() authority.Grant {
	grant, err := authority.ClientGrant(authority.Principal{ID: "owner/install/0123456789abcdef"}, "6f69975abe580db3")
	if err != nil {
		panic(err)
	}
	return grant
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
