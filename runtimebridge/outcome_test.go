package runtimebridge_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestOutcomeIsDecidedOnce(t *testing.T) {
	for _, tc := range []struct {
		name      string
		steps     func(*runtimebridge.Outcome) [3]bool
		want      [3]bool
		cancelled bool
	}{
		{"completed first", func(o *runtimebridge.Outcome) [3]bool {
			return [3]bool{o.Complete(), o.Cancel(runtimebridge.ReasonPromptCancel), o.Complete()}
		}, [3]bool{true, false, true}, false},
		{"cancelled first", func(o *runtimebridge.Outcome) [3]bool {
			return [3]bool{o.Cancel(runtimebridge.ReasonPromptCancel), o.Complete(), o.Cancel(runtimebridge.ReasonConnectionClosed)}
		}, [3]bool{true, false, false}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var o runtimebridge.Outcome
			if got := tc.steps(&o); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
			if got := o.Err() != nil; got != tc.cancelled {
				t.Errorf("Err() = %v", o.Err())
			}
		})
	}
}

func TestOutcomeKeepsTheFirstReason(t *testing.T) {
	var o runtimebridge.Outcome
	o.Cancel(runtimebridge.ReasonRequestCancelled)
	o.Cancel(runtimebridge.ReasonConnectionClosed)
	var c *runtimebridge.Cancellation
	if !errors.As(o.Err(), &c) || c.Reason != runtimebridge.ReasonRequestCancelled {
		t.Errorf("Err() = %v", o.Err())
	}
}

func TestOutcomeRaces(t *testing.T) {
	for range 2000 {
		var o runtimebridge.Outcome
		var group sync.WaitGroup
		won := make([]bool, 4)
		for i := range won {
			group.Go(func() {
				if i%2 == 0 {
					won[i] = o.Complete()
				} else {
					won[i] = o.Cancel(runtimebridge.ReasonRequestCancelled)
				}
			})
		}
		group.Wait()
		completed, cancelled := won[0] || won[2], won[1] || won[3]
		if completed == cancelled || (won[1] && won[3]) {
			t.Fatalf("completed %v, cancelled %v, %v", completed, cancelled, won)
		}
	}
}

func TestCommitRefusesAfterCancel(t *testing.T) {
	var o runtimebridge.Outcome
	written := 0
	write := func() error { written++; return nil }
	if err := o.Commit(write); err != nil || written != 1 {
		t.Fatalf("before the cancel: %v, %d writes", err, written)
	}
	o.Cancel(runtimebridge.ReasonPromptCancel)
	var c *runtimebridge.Cancellation
	if err := o.Commit(write); !errors.As(err, &c) || written != 1 {
		t.Errorf("after the cancel: %v, %d writes", err, written)
	}
}

func TestConcludeCompletes(t *testing.T) {
	var o runtimebridge.Outcome
	broken := errors.New("broken")
	if err := o.Conclude(func() error { return broken }); err != broken {
		t.Errorf("a write that fails: %v", err)
	}
	if err := o.Conclude(func() error { return nil }); err != nil {
		t.Errorf("one that succeeds: %v", err)
	}
	if o.Cancel(runtimebridge.ReasonRequestCancelled) || o.Err() != nil || !o.Complete() {
		t.Error("cancelled after its effect")
	}
	var failed, cancelled runtimebridge.Outcome
	_ = failed.Conclude(func() error { return broken })
	if !failed.Cancel(runtimebridge.ReasonRequestCancelled) {
		t.Error("a write that failed has decided something")
	}
	cancelled.Cancel(runtimebridge.ReasonRequestCancelled)
	if err := cancelled.Conclude(func() error { t.Error("written after the cancel"); return nil }); err == nil {
		t.Error("a write after the cancel succeeds")
	}
}

func TestCancelWaitsForCommit(t *testing.T) {
	var o runtimebridge.Outcome
	begun, release, cancelled := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		<-begun
		o.Cancel(runtimebridge.ReasonPromptCancel)
		close(cancelled)
	}()
	err := o.Commit(func() error {
		close(begun)
		go close(release)
		<-release
		select {
		case <-cancelled:
			t.Error("cancelled while a write ran")
		default:
		}
		return nil
	})
	<-cancelled
	if err != nil {
		t.Errorf("Commit: %v", err)
	}
}

func TestCancelledChannel(t *testing.T) {
	var early, late runtimebridge.Outcome
	done := early.Cancelled()
	early.Cancel(runtimebridge.ReasonPromptCancel)
	<-done
	late.Cancel(runtimebridge.ReasonPromptCancel)
	<-late.Cancelled()
	var open runtimebridge.Outcome
	open.Complete()
	select {
	case <-open.Cancelled():
		t.Error("a completed outcome is not cancelled")
	default:
	}
}

func TestNilOutcomeIsNeverCancelled(t *testing.T) {
	var o *runtimebridge.Outcome
	ran := false
	if err := o.Commit(func() error { ran = true; return nil }); err != nil || !ran || o.Conclude(func() error { return nil }) != nil || !o.Complete() || o.Err() != nil || o.Cancelled() != nil {
		t.Error("a nil outcome must complete")
	}
}
