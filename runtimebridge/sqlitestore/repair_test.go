package sqlitestore_test

import (
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// A repair that waits for its turn to write does not keep the session from others,
// and of a session without an open turn it takes no lock at all.
func TestARepairThatWaitsLocksNothing(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	defer s.Close()
	defer other.Close()
	ask(t, s, "dead")
	turn := ask(t, s, "idle")
	check(t, s.Finish(t.Context(), turn, store.Ending{Text: "done"}))

	leave, err := other.Enter(t.Context())
	check(t, err)
	locked, unlocked := make(chan struct{}), make(chan struct{})
	repaired := make(chan bool, 2)
	lock := func(string) (func(), error) { close(locked); return func() { close(unlocked) }, nil }
	go func() {
		_, found, err := s.Repair(t.Context(), "dead", time.Now(), lock)
		repaired <- found && err == nil
	}()
	select {
	case <-locked:
		t.Error("locked while it waits")
	case <-time.After(20 * time.Millisecond):
	}
	leave()
	if !<-repaired {
		t.Error("not repaired")
	}
	<-locked
	<-unlocked
	_, found, err := s.Repair(t.Context(), "idle", time.Now(), func(string) (func(), error) {
		t.Error("an idle session is locked")
		return func() {}, nil
	})
	if found || err != nil {
		t.Errorf("an idle session: found %t, %v", found, err)
	}
}
