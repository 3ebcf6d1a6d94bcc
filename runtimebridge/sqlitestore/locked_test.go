package sqlitestore_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

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
