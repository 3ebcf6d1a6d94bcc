package run_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

// locker stands for the locks between processes.
type locker struct {
	mu       sync.Mutex
	held     map[string]bool
	err      error  // what TryLock fails with, if set
	onUnlock func() // called before a lock is given back
}

func (l *locker) TryLock(sessionID string) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, l.err
	}
	if l.held[sessionID] {
		return nil, run.ErrBusy
	}
	if l.held == nil {
		l.held = map[string]bool{}
	}
	l.held[sessionID] = true
	return func() {
		if l.onUnlock != nil {
			l.onUnlock()
		}
		l.set(sessionID, false)
	}, nil
}

// set locks or unlocks a session on behalf of another process.
func (l *locker) set(sessionID string, held bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]bool{}
	}
	l.held[sessionID] = held
}

func claim(t *testing.T, c *run.Control, sessionID string, outcome *runtimebridge.Outcome) *run.Run {
	t.Helper()
	r, err := c.Claim(t.Context(), sessionID, outcome)
	if err != nil {
		t.Fatalf("Claim(%q): %v", sessionID, err)
	}
	return r
}

// claimLater claims in a goroutine and sends how that ended.
func claimLater(ctx context.Context, c *run.Control, outcome *runtimebridge.Outcome) <-chan error {
	ended := make(chan error, 1)
	go func() {
		r, err := c.Claim(ctx, "s", outcome)
		if err == nil {
			defer r.Release()
		}
		ended <- err
	}()
	return ended
}

// waiting fails the test unless nothing has been sent when every goroutine is blocked.
func waiting(t *testing.T, ended <-chan error) {
	t.Helper()
	synctest.Wait()
	select {
	case err := <-ended:
		t.Fatalf("the claim ended early: %v", err)
	default:
	}
}

func TestClaimIsBusyAtOnceWhileARunGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := run.NewControl(run.Options{Locks: new(locker)})
		defer claim(t, c, "s", new(runtimebridge.Outcome)).Release()
		start := time.Now()
		if _, err := c.Claim(t.Context(), "s", nil); !errors.Is(err, runtimebridge.ErrSessionBusy) {
			t.Errorf("Claim = %v, want ErrSessionBusy", err)
		}
		if waited := time.Since(start); waited != 0 {
			t.Errorf("it took %v, want no time", waited)
		}
		claim(t, c, "another", nil).Release()
	})
}

func TestClaimWaitsForTheCleanupOfACancelledRun(t *testing.T) {
	stopped := map[string]func(*run.Control, *runtimebridge.Outcome, context.CancelFunc){
		"outcome cancelled": func(_ *run.Control, o *runtimebridge.Outcome, _ context.CancelFunc) {
			o.Cancel(runtimebridge.ReasonRequestCancelled)
		},
		"stopped": func(c *run.Control, _ *runtimebridge.Outcome, _ context.CancelFunc) {
			c.Stop("s", runtimebridge.ReasonPromptCancel)
		},
		"context ended": func(_ *run.Control, _ *runtimebridge.Outcome, cancel context.CancelFunc) { cancel() },
	}
	for name, stop := range stopped {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := run.NewControl(run.Options{Locks: new(locker)})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				outcome := new(runtimebridge.Outcome)
				holder, err := c.Claim(ctx, "s", outcome)
				if err != nil {
					t.Fatal(err)
				}
				stop(c, outcome, cancel)
				next := claimLater(t.Context(), c, nil)
				time.Sleep(4 * time.Second)
				waiting(t, next)
				released := time.Now()
				holder.Release()
				if err := <-next; err != nil {
					t.Errorf("Claim after the clean-up: %v", err)
				}
				if waited := time.Since(released); waited != 0 {
					t.Errorf("the claim came %v after the release, want at once", waited)
				}
			})
		})
	}
}

func TestClaimGivesUpOnACleanupThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := run.NewControl(run.Options{Locks: new(locker)})
		holder := claim(t, c, "s", nil)
		defer holder.Release()
		holder.Stop(runtimebridge.ReasonPromptCancel)
		start := time.Now()
		if _, err := c.Claim(t.Context(), "s", nil); !errors.Is(err, runtimebridge.ErrSessionBusy) {
			t.Errorf("Claim = %v, want ErrSessionBusy", err)
		}
		if waited := time.Since(start); waited != 5*time.Second {
			t.Errorf("it took %v, want 5s", waited)
		}
	})
}

func TestClaimWaitsBrieflyForAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		locks := new(locker)
		c := run.NewControl(run.Options{Locks: locks})
		locks.set("s", true)
		start := time.Now()
		if _, err := c.Claim(t.Context(), "s", nil); !errors.Is(err, runtimebridge.ErrSessionBusy) {
			t.Errorf("Claim = %v, want ErrSessionBusy", err)
		}
		if waited := time.Since(start); waited != 150*time.Millisecond {
			t.Errorf("it took %v, want 150ms", waited)
		}
		if c.Active("s") {
			t.Error("the session is active after a refused claim")
		}

		next := claimLater(t.Context(), c, nil)
		time.Sleep(100 * time.Millisecond)
		waiting(t, next)
		locks.set("s", false)
		if err := <-next; err != nil {
			t.Errorf("Claim after the other process let go: %v", err)
		}
	})
}

func TestClaimReportsALockThatFails(t *testing.T) {
	broken := errors.New("disk on fire")
	c := run.NewControl(run.Options{Locks: &locker{err: broken}})
	if _, err := c.Claim(t.Context(), "s", nil); !errors.Is(err, broken) {
		t.Errorf("Claim = %v, want the lock's error", err)
	}
	if c.Active("s") {
		t.Error("the session is active after a failed claim")
	}
}

func TestClaimEndsWithItsOwnCancellation(t *testing.T) {
	gone := errors.New("gone")
	inTheWay := map[string]func(*testing.T, *run.Control, *locker){
		"waiting for a clean-up": func(t *testing.T, c *run.Control, _ *locker) {
			holder := claim(t, c, "s", nil)
			t.Cleanup(holder.Release)
			holder.Stop(runtimebridge.ReasonPromptCancel)
		},
		"waiting for another process": func(_ *testing.T, _ *run.Control, l *locker) { l.set("s", true) },
	}
	for name, block := range inTheWay {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				locks := new(locker)
				c := run.NewControl(run.Options{Locks: locks})
				block(t, c, locks)

				outcome := new(runtimebridge.Outcome)
				byOutcome := claimLater(t.Context(), c, outcome)
				waiting(t, byOutcome)
				outcome.Cancel(runtimebridge.ReasonPromptCancel)
				var cancellation *runtimebridge.Cancellation
				if err := <-byOutcome; !errors.As(err, &cancellation) {
					t.Errorf("Claim = %v, want a *Cancellation", err)
				}

				ctx, cancel := context.WithCancelCause(t.Context())
				byContext := claimLater(ctx, c, nil)
				waiting(t, byContext)
				cancel(gone)
				if err := <-byContext; !errors.Is(err, gone) {
					t.Errorf("Claim = %v, want the context's cause", err)
				}
			})
		})
	}
}

func TestClaimOfACancelledRequestTakesNothing(t *testing.T) {
	c := run.NewControl(run.Options{Locks: new(locker)})
	outcome := new(runtimebridge.Outcome)
	outcome.Cancel(runtimebridge.ReasonRequestCancelled)
	var cancellation *runtimebridge.Cancellation
	if _, err := c.Claim(t.Context(), "s", outcome); !errors.As(err, &cancellation) {
		t.Errorf("Claim = %v, want a *Cancellation", err)
	}
	if c.Active("s") {
		t.Error("the session is active")
	}
}

// The lock between processes goes first, so that a successor in this process
// finds it free.
func TestReleaseUnlocksBeforeItLeaves(t *testing.T) {
	locks := new(locker)
	c := run.NewControl(run.Options{Locks: locks})
	active := false
	locks.onUnlock = func() { active = c.Active("s") }
	claim(t, c, "s", nil).Release()
	if !active {
		t.Error("the session was given to this process before the lock was given back")
	}
}

func TestOneRunAtATime(t *testing.T) {
	c := run.NewControl(run.Options{Locks: new(locker)})
	var running, claimed, busy atomic.Int32
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			r, err := c.Claim(context.Background(), "s", nil)
			if errors.Is(err, runtimebridge.ErrSessionBusy) {
				busy.Add(1)
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			if running.Add(1) != 1 {
				t.Error("two runs at once")
			}
			claimed.Add(1)
			running.Add(-1)
			r.Release()
		})
	}
	group.Wait()
	if claimed.Load() == 0 || claimed.Load()+busy.Load() != 50 {
		t.Errorf("claimed %d, busy %d of 50", claimed.Load(), busy.Load())
	}
}
