package sqlitestore_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// writes are the kinds of transaction that change something.
func writes(ctx context.Context, s *sqlitestore.Store, turn store.Turn) map[string]error {
	_, begin := s.Begin(ctx, store.BeginTurn{SessionID: "t", New: new(store.NewSession), Text: "hello"})
	return map[string]error{
		"Begin":      begin,
		"AppendStep": s.AppendStep(ctx, turn, store.Step{Kind: store.StepPartial}),
		"Finish":     s.Finish(ctx, turn, store.Ending{Text: "done"}),
		"Delete":     s.Delete(ctx, "s"),
	}
}

// Two opens of a database stand for two processes: the one waits while it is the
// other's turn, with SQLite's own lock free, and reads all the same.
func TestWritersTakeTurns(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	defer s.Close()
	defer other.Close()
	turn := ask(t, s, "s")
	leave, err := other.Enter(t.Context())
	check(t, err)

	s.SetPatience(20 * time.Millisecond)
	for what, err := range writes(t.Context(), s, turn) {
		if !errors.Is(err, store.ErrLocked) {
			t.Errorf("%s = %v, want ErrLocked", what, err)
		}
	}
	s.SetPatience(time.Hour)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("cause"))
	for what, err := range writes(ctx, s, turn) {
		if err != context.Canceled {
			t.Errorf("%s with an ended context = %v", what, err)
		}
	}
	if branch, err := s.Branch(t.Context(), "s"); err != nil || len(branch) != 1 {
		t.Errorf("Branch gives %d messages, %v", len(branch), err)
	}

	leave()
	check(t, s.Finish(t.Context(), turn, store.Ending{Text: "done"}))
}

// Whoever gives up leaves the place to the next, in one process too.
func TestATurnIsGivenBack(t *testing.T) {
	s := openStore(t, newPath(t))
	defer s.Close()
	leave, err := s.Enter(t.Context())
	check(t, err)
	s.SetPatience(time.Millisecond)
	if _, err := s.Enter(t.Context()); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a second turn: %v", err)
	}
	leave()
	again, err := s.Enter(t.Context())
	check(t, err)
	again()
}

func TestQueueFileMustBeOrdinary(t *testing.T) {
	path := newPath(t)
	check(t, os.Symlink(path+".elsewhere", path+".lock"))
	if _, err := sqlitestore.Open(path, sqlitestore.Options{}); !errors.Is(err, sqlitestore.ErrUnsafeFile) {
		t.Errorf("Open = %v, want ErrUnsafeFile", err)
	}
}
