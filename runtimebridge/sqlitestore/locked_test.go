package sqlitestore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// overwritePages ruins every page of a database but the first.
func overwritePages(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	check(t, err)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	_, err = file.WriteAt(bytes.Repeat([]byte{0xee}, int(info.Size())-4096), 4096)
	check(t, err)
	check(t, file.Close())
}

// A writer waits for another's lock, up to its limit, and stores nothing then;
// readers are not kept waiting at all.
func TestLockedDatabase(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	turn := ask(t, s, "s")
	write, _ := s.Pools()
	execute(t, write, "PRAGMA busy_timeout = 20")
	other := openRaw(t, path)
	execute(t, other, "BEGIN IMMEDIATE")

	_, begin := s.Begin(t.Context(), store.BeginTurn{SessionID: "t", New: new(store.NewSession), Text: "hello"})
	for what, err := range map[string]error{
		"Begin": begin, "Finish": s.Finish(t.Context(), turn, store.Ending{Text: "no"}),
		"AppendStep": s.AppendStep(t.Context(), turn, store.Step{Kind: store.StepPartial}), "Delete": s.Delete(t.Context(), "s"),
	} {
		if !errors.Is(err, store.ErrLocked) {
			t.Errorf("%s = %v, want ErrLocked", what, err)
		}
	}
	if branch, err := s.Branch(t.Context(), "s"); err != nil || len(branch) != 1 {
		t.Errorf("Branch gives %d messages, %v", len(branch), err)
	}

	execute(t, other, "ROLLBACK")
	check(t, s.Finish(t.Context(), turn, store.Ending{Text: "yes"}))
	history, err := s.History(t.Context(), "s")
	check(t, err)
	if len(history) != 2 || len(history[1].Steps) != 0 {
		t.Errorf("history is %+v", history)
	}
}

func TestWaitForALockEndsWithTheContext(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	other := openRaw(t, path)
	execute(t, other, "BEGIN IMMEDIATE")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := s.Begin(ctx, store.BeginTurn{SessionID: "s", New: new(store.NewSession), Text: "hello"})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Begin = %v, want the context's error", err)
	}
	execute(t, other, "ROLLBACK")
	talk(t, s, "s")
}

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

// A new database changes its mode, for which it must be nobody else's for a
// moment: several processes may be opening it.
func TestOpenWaitsToChangeTheMode(t *testing.T) {
	path := newPath(t)
	check(t, openStore(t, path).Close())
	other := openRaw(t, path)
	execute(t, other, "PRAGMA journal_mode = DELETE", "BEGIN", "SELECT * FROM sessions")
	opened := make(chan error, 1)
	go func() {
		s, err := sqlitestore.Open(path, sqlitestore.Options{})
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("Open ended while it had to wait: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	execute(t, other, "ROLLBACK")
	check(t, <-opened)
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
