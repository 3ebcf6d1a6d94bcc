package tool_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestACancelledCallHasNoResult(t *testing.T) {
	cancelled := &runtimebridge.Cancellation{Reason: runtimebridge.ReasonRequestCancelled}
	gone := errors.New("turn is over")
	tests := []struct {
		name string
		end  func(*runtimebridge.Outcome, context.CancelCauseFunc)
		want error
	}{
		{"by its outcome alone", func(o *runtimebridge.Outcome, _ context.CancelCauseFunc) {
			o.Cancel(runtimebridge.ReasonRequestCancelled)
		}, cancelled},
		{"by its context", func(_ *runtimebridge.Outcome, cancel context.CancelCauseFunc) { cancel(cancelled) }, cancelled},
		{"by another cause", func(_ *runtimebridge.Outcome, cancel context.CancelCauseFunc) { cancel(gone) }, gone},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				req := fromOwner("slow", nil)
				req.Outcome = &runtimebridge.Outcome{}
				// It ends well, although it was told to stop: too late.
				f := newFixture(t, &fake{name: "slow", readOnly: true, run: func(ctx context.Context, _ runtimebridge.Invocation) (runtimebridge.Result, error) {
					<-ctx.Done()
					return runtimebridge.TextResult("done all the same"), nil
				}})
				go func() {
					time.Sleep(time.Second)
					test.end(req.Outcome, cancel)
				}()
				got, err := f.gate().Call(ctx, req)
				if diff := cmp.Diff(test.want, err, cmp.Comparer(func(a, b error) bool { return a.Error() == b.Error() })); diff != "" || len(got.Content) != 0 {
					t.Errorf("result %v, error (-want +got):\n%s", got, diff)
				}
				if reason := f.audit.reason(runtimebridge.AuditTurnToolFinished); reason != "cancelled" {
					t.Errorf("audited %v", reason)
				}
			})
		})
	}
}

func TestACallCancelledBeforehandIsNotDecided(t *testing.T) {
	one := &fake{name: "give", readOnly: true}
	f := newFixture(t, one)
	req := fromOwner("give", nil)
	req.Outcome = &runtimebridge.Outcome{}
	req.Outcome.Cancel(runtimebridge.ReasonPromptCancel)
	_, err := f.gate().Call(t.Context(), req)
	var cancelled *runtimebridge.Cancellation
	if !errors.As(err, &cancelled) || cancelled.Reason != runtimebridge.ReasonPromptCancel {
		t.Errorf("error %v, want the cancellation", err)
	}
	if one.runs() != 0 || len(f.audit.kinds()) != 0 {
		t.Errorf("%d runs, records %v", one.runs(), f.audit.kinds())
	}
}

func TestACallCancelledWhileTheOwnerThinksIsCancelled(t *testing.T) {
	for _, verdict := range []runtimebridge.Verdict{runtimebridge.AllowedOnce, runtimebridge.Declined} {
		t.Run(string(verdict), func(t *testing.T) {
			one := &fake{name: "note"}
			f := newFixture(t, one)
			req := fromOwner("note", nil)
			req.Outcome = &runtimebridge.Outcome{}
			req.Ask = func(context.Context, runtimebridge.Question) runtimebridge.Answer {
				req.Outcome.Cancel(runtimebridge.ReasonConnectionClosed)
				return runtimebridge.Answer{Verdict: verdict}
			}
			_, err := f.gate().Call(t.Context(), req)
			var cancelled *runtimebridge.Cancellation
			if !errors.As(err, &cancelled) || one.runs() != 0 {
				t.Errorf("error %v after %d runs", err, one.runs())
			}
		})
	}
}

func TestAToolThatIgnoresItsContextIsLeftBehind(t *testing.T) {
	const grace = 2 * time.Second
	tests := []struct {
		name   string
		cancel time.Duration // when the request is cancelled
		want   time.Duration // when the call ends
		failed bool          // as a result, not as an error
	}{
		{"timeout", time.Hour, time.Minute + grace, true},
		{"cancel", time.Second, time.Second + grace, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				var commitErr error
				wrote := false
				f := newFixture(t, &fake{name: "deaf", readOnly: true, run: func(_ context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
					<-release
					in.Progress(runtimebridge.Progress{Message: "late"})
					commitErr = in.Commit(func() error { wrote = true; return nil })
					return runtimebridge.TextResult("late"), nil
				}})
				req := fromOwner("deaf", nil)
				req.Outcome = &runtimebridge.Outcome{}
				req.Progress = func(runtimebridge.Progress) { t.Error("progress after the end") }
				gate := f.gate()
				cancel := time.AfterFunc(test.cancel, func() { req.Outcome.Cancel(runtimebridge.ReasonPromptCancel) })
				defer cancel.Stop()
				start := time.Now()
				got, err := gate.Call(t.Context(), req)
				if took := time.Since(start); took != test.want {
					t.Errorf("returned after %v, want %v", took, test.want)
				}
				if got.IsError != test.failed || (err == nil) != test.failed {
					t.Errorf("result %v, error %v", got, err)
				}
				close(release)
				if err := gate.Wait(t.Context()); err != nil {
					t.Fatal(err)
				}
				if commitErr == nil || wrote {
					t.Errorf("a late write: %v, error %v", wrote, commitErr)
				}
			})
		})
	}
}
