package run_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

func TestStopReachesOnlyARunThatGoesOn(t *testing.T) {
	const reason = runtimebridge.ReasonPromptCancel
	c := run.NewControl(run.Options{Locks: new(locker)})
	if c.Stop("s", reason) {
		t.Error("Stop is true between runs")
	}

	first := claim(t, c, "s", nil)
	other := claim(t, c, "other", nil)
	defer other.Release()
	if !c.Stop("s", reason) {
		t.Error("Stop is false for a run that goes on")
	}
	if c.Stop("s", reason) || first.Stop(reason) {
		t.Error("the second Stop is true")
	}
	first.Release()

	released := claim(t, c, "s", nil)
	released.Release()
	second := claim(t, c, "s", nil)
	defer second.Release()
	if released.Stop(reason) || first.Stop(reason) {
		t.Error("Stop is true for a run that was released")
	}
	for _, r := range []*run.Run{second, other} {
		if err := r.Context().Err(); err != nil {
			t.Errorf("session %s was stopped too: %v", r.SessionID(), err)
		}
	}

	second.Outcome().Complete()
	if c.Stop("s", reason) {
		t.Error("Stop is true for a run that has completed")
	}
}

func TestContextEnds(t *testing.T) {
	gone := errors.New("gone")
	tests := map[string]struct {
		end  func(*run.Run, context.CancelCauseFunc)
		want error
	}{
		"with the outcome": {
			end:  func(r *run.Run, _ context.CancelCauseFunc) { r.Outcome().Cancel(runtimebridge.ReasonPromptCancel) },
			want: &runtimebridge.Cancellation{},
		},
		"with the context of the claim": {
			end:  func(_ *run.Run, cancel context.CancelCauseFunc) { cancel(gone) },
			want: gone,
		},
		"at release": {
			end:  func(r *run.Run, _ context.CancelCauseFunc) { r.Release() },
			want: context.Canceled,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := run.NewControl(run.Options{Locks: new(locker)})
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			r, err := c.Claim(ctx, "s", new(runtimebridge.Outcome))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Release()
			if err := r.Context().Err(); err != nil {
				t.Fatalf("the context has ended before: %v", err)
			}
			test.end(r, cancel)
			<-r.Context().Done()
			got := context.Cause(r.Context())
			var cancellation *runtimebridge.Cancellation
			if errors.As(test.want, &cancellation) {
				if !errors.As(got, &cancellation) || cancellation.Reason != runtimebridge.ReasonPromptCancel {
					t.Errorf("cause is %v, want the cancellation", got)
				}
			} else if !errors.Is(got, test.want) {
				t.Errorf("cause is %v, want %v", got, test.want)
			}
		})
	}
}

func TestOutcomeIsTheClaims(t *testing.T) {
	c := run.NewControl(run.Options{Locks: new(locker)})
	outcome := new(runtimebridge.Outcome)
	r := claim(t, c, "s", outcome)
	defer r.Release()
	if r.Outcome() != outcome {
		t.Error("the run has another outcome")
	}
}

func TestOldRunCannotReleaseANewerOne(t *testing.T) {
	locks := new(locker)
	c := run.NewControl(run.Options{Locks: locks})
	old := claim(t, c, "s", nil)
	old.Release()
	newer := claim(t, c, "s", nil)
	defer newer.Release()

	old.Release()
	if !c.Active("s") {
		t.Error("the newer run is gone")
	}
	if _, err := locks.TryLock("s"); !errors.Is(err, run.ErrBusy) {
		t.Error("the newer run's lock is gone")
	}
}

func TestShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := run.NewControl(run.Options{Locks: new(locker)})
		runs := []*run.Run{claim(t, c, "a", nil), claim(t, c, "b", nil)}
		ended := make(chan error, 1)
		go func() { ended <- c.Shutdown(t.Context(), runtimebridge.ReasonConnectionClosed) }()

		for _, r := range runs {
			waiting(t, ended)
			<-r.Context().Done()
			var cancellation *runtimebridge.Cancellation
			if !errors.As(context.Cause(r.Context()), &cancellation) || cancellation.Reason != runtimebridge.ReasonConnectionClosed {
				t.Errorf("cause is %v", context.Cause(r.Context()))
			}
			r.Release()
		}
		if err := <-ended; err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if _, err := c.Claim(t.Context(), "a", nil); !errors.Is(err, runtimebridge.ErrClosed) {
			t.Errorf("Claim after Shutdown = %v, want ErrClosed", err)
		}
	})
}

func TestShutdownIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := run.NewControl(run.Options{Locks: new(locker)})
		defer claim(t, c, "s", nil).Release()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := c.Shutdown(ctx, runtimebridge.ReasonConnectionClosed); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Shutdown = %v, want the deadline", err)
		}
	})
}

func TestNewControlNeedsLocks(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("NewControl accepted options without locks")
		}
	}()
	run.NewControl(run.Options{})
}
