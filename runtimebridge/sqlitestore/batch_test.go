package sqlitestore_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// commits counts the transactions in a write-ahead log.
func commits(t *testing.T, path string) (n int) {
	t.Helper()
	log, err := os.ReadFile(path + "-wal")
	check(t, err)
	const header, frameHeader = 32, 24
	page := int(binary.BigEndian.Uint32(log[8:]))
	for at := header; at+frameHeader+page <= len(log); at += frameHeader + page {
		if binary.BigEndian.Uint32(log[at+4:]) != 0 { // the size of the database: this frame commits
			n++
		}
	}
	return n
}

// together has changes wait for another process and lets them all go at once, when
// before has been called.
func together(t *testing.T, s, other *sqlitestore.Store, before func(), changes ...func() error) []error {
	t.Helper()
	leave, err := other.Enter(t.Context())
	check(t, err)
	results := make([]chan error, len(changes))
	for i, do := range changes {
		results[i] = make(chan error, 1)
		go func() { results[i] <- do() }()
		for s.Waiting() <= i {
			time.Sleep(time.Millisecond)
		}
	}
	before()
	leave()
	errs := make([]error, len(changes))
	for i := range changes {
		errs[i] = <-results[i]
	}
	return errs
}

// Changes that wait are committed together, and each is done or not by itself.
func TestChangesAreCommittedTogether(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	defer s.Close()
	defer other.Close()
	turn := ask(t, s, "s")
	before := commits(t, path)
	var changes []func() error
	for i := range 10 {
		changes = append(changes, func() error {
			_, err := s.Begin(t.Context(), store.BeginTurn{SessionID: fmt.Sprint("new", i), New: new(store.NewSession), Text: "hello"})
			return err
		})
	}
	changes = append(changes,
		func() error { return s.AppendStep(t.Context(), turn, store.Step{Kind: store.StepPartial, Text: "x"}) },
		func() error { return s.Finish(t.Context(), turn, store.Ending{Text: "done"}) },
		func() error {
			_, err := s.Begin(t.Context(), store.BeginTurn{SessionID: "nowhere", Text: "hello"})
			return err
		},
		func() error { return s.Finish(t.Context(), turn, store.Ending{Text: "again"}) },
	)
	for i, err := range together(t, s, other, func() {}, changes...) {
		var want error
		switch i {
		case 12:
			want = runtimebridge.ErrSessionNotFound
		case 13:
			want = store.ErrStaleTurn
		}
		if !errors.Is(err, want) {
			t.Errorf("change %d: %v, want %v", i, err, want)
		}
	}
	if n := commits(t, path) - before; n != 1 {
		t.Errorf("%d commits", n)
	}
	sessions, err := other.Sessions(t.Context(), store.Query{Limit: 100})
	check(t, err)
	history, err := other.History(t.Context(), "s")
	check(t, err)
	if len(sessions) != 11 || len(history) != 2 || history[1].Content != "done" {
		t.Errorf("%d sessions, history %+v", len(sessions), history)
	}
}

// A caller that goes away while it waits takes its change along, and nobody
// else's.
func TestAChangeThatIsNotWantedAnyMore(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	defer s.Close()
	defer other.Close()
	ctx, cancel := context.WithCancel(t.Context())
	begin := func(ctx context.Context, id string) func() error {
		return func() error {
			_, err := s.Begin(ctx, store.BeginTurn{SessionID: id, New: new(store.NewSession), Text: "hello"})
			return err
		}
	}
	errs := together(t, s, other, func() {
		cancel()
		for s.Waiting() == 3 {
			time.Sleep(time.Millisecond)
		}
	}, begin(t.Context(), "a"), begin(ctx, "b"), begin(t.Context(), "c"))
	if errs[0] != nil || errs[1] != context.Canceled || errs[2] != nil {
		t.Errorf("got %v", errs)
	}
	sessions, err := s.Sessions(t.Context(), store.Query{Limit: 9})
	if check(t, err); len(sessions) != 2 {
		t.Errorf("%d sessions", len(sessions))
	}
}

// A change that panics, or ends its goroutine, keeps nobody waiting.
func TestAChangeThatPanics(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	defer s.Close()
	defer other.Close()
	bad := func() (err error) {
		defer func() {
			if recover() != nil {
				err = errors.New("panicked")
			}
		}()
		return s.Change(t.Context(), func() error { panic("canary") })
	}
	good := func() error { return s.Change(t.Context(), func() error { return nil }) }
	if errs := together(t, s, other, func() {}, bad, good, good); errs[0] == nil {
		t.Errorf("got %v", errs)
	}
	if err := good(); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
