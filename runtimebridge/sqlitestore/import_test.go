package sqlitestore_test

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// spy calls back before each read.
type spy struct {
	io.Reader
	before func()
}

func (s spy) Read(p []byte) (int, error) {
	s.before()
	return s.Reader.Read(p)
}

// However slow the reader of an import is, nobody waits for it.
func TestImportReadsBeforeItLocks(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	other := openRaw(t, path)
	calls := 0
	reader := spy{Reader: strings.NewReader(oneLine), before: func() {
		calls++
		execute(t, other, "BEGIN IMMEDIATE", "ROLLBACK")
	}}
	if _, err := s.Import(t.Context(), reader, store.ImportOptions{}); err != nil || calls == 0 {
		t.Errorf("Import: %v after %d reads", err, calls)
	}
}

// Nor does a bad file keep anybody from writing.
func TestImportChecksBeforeItLocks(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	write, _ := s.Pools()
	execute(t, write, "PRAGMA busy_timeout = 20")
	other := openRaw(t, path)
	execute(t, other, "BEGIN IMMEDIATE")
	for text, want := range map[string]error{oneLine: store.ErrLocked, oneLine + "{": new(store.LineError)} {
		_, err := s.Import(t.Context(), strings.NewReader(text), store.ImportOptions{})
		var lineError *store.LineError
		if !errors.Is(err, want) && !(errors.As(err, &lineError) && errors.As(want, &lineError)) {
			t.Errorf("Import = %v, want %v", err, want)
		}
	}
	execute(t, other, "ROLLBACK")
}

// A cancelled import says so, also when its transaction was rolled back between
// two statements.
func TestImportRolledBackByItsContext(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	talk(t, s, "s")
	other := openRaw(t, path)
	execute(t, other, "PRAGMA busy_timeout = 5000")
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Import(ctx, strings.NewReader(oneLine), store.ImportOptions{Replace: true, Busy: func(string) bool {
		cancel()
		execute(t, other, "BEGIN IMMEDIATE", "ROLLBACK") // waits for the rollback
		return false
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Import = %v, want context.Canceled", err)
	}
	if branch, err := s.Branch(t.Context(), "s"); err != nil || len(branch) != 2 {
		t.Errorf("Branch gives %d messages, %v", len(branch), err)
	}
}

const oneLine = `{"id":"s","title":"","agent_id":"main","source":"mcp","created_at":1,"updated_at":1,"messages":[` +
	`{"id":"m","role":"user","content":"hello","timestamp":1,"parent_id":null}]}` + "\n"

// What an import keeps of a reader that cannot go back has no name and is private.
func TestImportLeavesNoFile(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	var during []string
	_, err := s.Import(t.Context(), io.MultiReader(strings.NewReader(oneLine)), store.ImportOptions{
		Report: func(int) { during = names(t, filepath.Dir(path)) },
	})
	check(t, err)
	for _, name := range append(during, names(t, filepath.Dir(path))...) {
		if !strings.HasPrefix(name, "sessions.db") {
			t.Errorf("found %s", name)
		}
	}
	if len(during) == 0 {
		t.Error("the import reported nothing")
	}
}
