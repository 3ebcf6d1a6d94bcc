package sqlitestore_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// endWhileLocked begins a turn that stores a step, and tries to end it while
// something else has the database.
func endWhileLocked(t *testing.T, path string, ending store.Ending) {
	t.Helper()
	s := openStore(t, path)
	defer s.Close()
	turn := ask(t, s, "s")
	check(t, s.AppendStep(t.Context(), turn, store.Step{Kind: store.StepReply, Calls: []store.Call{{ID: "c", Name: "bash", Arguments: "{}"}}}))
	write, _ := s.Pools()
	execute(t, write, "PRAGMA busy_timeout = 20")
	other := openRaw(t, path)
	execute(t, other, "BEGIN IMMEDIATE")
	defer execute(t, other, "ROLLBACK")
	if err := s.Finish(t.Context(), turn, ending); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("Finish = %v, want ErrLocked", err)
	}
}

// nextTurn begins a turn as another process would, and gives the history before it.
func nextTurn(t *testing.T, path string) (store.Turn, []store.Message) {
	t.Helper()
	s := openStore(t, path)
	defer s.Close()
	turn := ask(t, s, "s")
	history, err := s.History(t.Context(), "s")
	check(t, err)
	check(t, s.Finish(t.Context(), turn, store.Ending{Text: "answer"}))
	return turn, history[:len(history)-1]
}

// A cancelled turn stays one for whoever ends it, though the database could not be
// written to when it was cancelled.
func TestACancelThatCouldNotBeStored(t *testing.T) {
	cases := map[string]struct {
		ending   store.Ending
		want     string
		steps    int
		repaired bool
	}{
		"cancelled":   {store.Ending{Text: store.CancelledNote, DropSteps: true}, store.CancelledNote, 0, false},
		"interrupted": {store.Ending{Text: "answer"}, store.InterruptedNote, 2, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			endWhileLocked(t, path, c.ending)
			turn, history := nextTurn(t, path)
			last := history[len(history)-1]
			if len(history) != 2 || last.Content != c.want || len(last.Steps) != c.steps || turn.Repaired != c.repaired {
				t.Errorf("repaired: %v, history: %+v", turn.Repaired, history)
			}
			if _, history := nextTurn(t, path); len(history) != 4 || history[3].Content != "answer" {
				t.Errorf("afterwards: %+v", history)
			}
		})
	}
}

// The list does not grow for ever, is private, and is one of this user's files.
func TestTheListOfCancelledTurns(t *testing.T) {
	path := newPath(t)
	list := path + ".cancelled"
	check(t, os.WriteFile(list, []byte(strings.Repeat("0123456789abcdef\n", 5000)), 0o600))
	endWhileLocked(t, path, store.Ending{Text: store.CancelledNote, DropSteps: true})
	info, err := os.Stat(list)
	check(t, err)
	if info.Size() != 17 || info.Mode().Perm() != 0o600 {
		t.Errorf("%d bytes, mode %v", info.Size(), info.Mode())
	}
	check(t, os.Remove(list))
	elsewhere := path + ".elsewhere"
	check(t, os.WriteFile(elsewhere, nil, 0o600))
	check(t, os.Symlink(elsewhere, list))
	s := openStore(t, path)
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	turn := ask(t, s, "t")
	cancel()
	if err := s.Finish(ctx, turn, store.Ending{Text: store.CancelledNote, DropSteps: true}); err == nil {
		t.Error("Finish ended well")
	}
	data, err := os.ReadFile(elsewhere)
	check(t, err)
	if diff := cmp.Diff("", string(data)); diff != "" {
		t.Errorf("written through a link:\n%s", diff)
	}
}

// A cancelled turn that is ended late is no interrupted one: it has its record.
func TestRepairTellsCancelledTurnsApart(t *testing.T) {
	for ending, interrupted := range map[store.Ending]bool{
		{Text: store.CancelledNote, DropSteps: true}: false,
		{Text: "answer"}: true,
	} {
		path := newPath(t)
		endWhileLocked(t, path, ending)
		s := openStore(t, path)
		defer s.Close()
		if _, found, err := s.Repair(t.Context(), "s", time.Time{}, func(string) (func(), error) { return func() {}, nil }); err != nil || found != interrupted {
			t.Errorf("%q: Repair = %v, %v", ending.Text, found, err)
		}
		if left, err := s.Unfinished(t.Context()); err != nil || left != nil {
			t.Errorf("%q: Unfinished = %q, %v", ending.Text, left, err)
		}
	}
}
