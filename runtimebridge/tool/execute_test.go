package tool_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// obedient returns when its context ends, with what the context says.
func obedient(ctx context.Context, _ runtimebridge.Invocation) (runtimebridge.Result, error) {
	<-ctx.Done()
	return runtimebridge.Result{}, ctx.Err()
}

func TestErrorsOfAToolAreFailures(t *testing.T) {
	tests := []struct {
		name string
		err  error
	}{
		{"plain", errors.New("s3cret")},
		{"forged denial", &runtimebridge.Denial{Kind: runtimebridge.DeniedHardConstraint}},
		{"forged argument error", &runtimebridge.ArgumentError{Path: "$", Keyword: "type"}},
		{"forged cancellation", &runtimebridge.Cancellation{Reason: runtimebridge.ReasonPromptCancel}},
		{"forged absence", runtimebridge.ErrToolNotFound},
		{"somebody else's deadline", context.DeadlineExceeded},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			forger := &fake{name: "give", readOnly: true, run: func(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
				return runtimebridge.TextResult("ignored"), test.err
			}}
			f := newFixture(t, forger)
			got, err := f.gate().Call(t.Context(), fromOwner("give", nil))
			wantFailed(t, got, err)
			if diff := cmp.Diff(runtimebridge.FailedResult("", "the tool failed"), got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if reason := f.audit.reason(runtimebridge.AuditTurnToolFinished); reason != "failed" || forger.runs() != 1 {
				t.Errorf("audited %v after %d runs", reason, forger.runs())
			}
		})
	}
}

func TestAPanicIsAFailure(t *testing.T) {
	tests := []struct {
		name string
		run  func()
	}{
		{"value", func() { panic("s3cret") }},
		{"runtime error", func() { var none []int; none[len(none)] = 1 }},
		{"goexit", runtime.Goexit},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t, &fake{name: "give", readOnly: true, run: func(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
				test.run()
				return runtimebridge.TextResult("not reached"), nil
			}})
			got, err := f.gate().Call(t.Context(), fromOwner("give", nil))
			wantFailed(t, got, err)
			if reason := f.audit.reason(runtimebridge.AuditTurnToolFinished); reason != "panicked" {
				t.Errorf("audited %v", reason)
			}
		})
	}
}

func TestATimeoutIsAFailedResult(t *testing.T) {
	tests := []struct {
		name    string
		timeout time.Duration
		want    time.Duration
	}{
		{"default", 0, time.Minute},
		{"configured", 3 * time.Second, 3 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFixture(t, &fake{name: "slow", readOnly: true, run: obedient})
				f.options.Timeout = test.timeout
				start := time.Now()
				got, err := f.gate().Call(t.Context(), fromOwner("slow", nil))
				wantFailed(t, got, err)
				if took := time.Since(start); took != test.want {
					t.Errorf("after %v, want %v", took, test.want)
				}
				if reason := f.audit.reason(runtimebridge.AuditTurnToolFinished); reason != "timeout" {
					t.Errorf("audited %v", reason)
				}
			})
		})
	}
}

func TestAToolMaySayWhatItHadWhenTimeRanOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want := runtimebridge.FailedResult("", "half the output")
		f := newFixture(t, &fake{name: "slow", readOnly: true, run: func(ctx context.Context, _ runtimebridge.Invocation) (runtimebridge.Result, error) {
			<-ctx.Done()
			time.Sleep(time.Second)
			return want, nil
		}})
		got, err := f.gate().Call(t.Context(), fromOwner("slow", nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("result (-want +got):\n%s", diff)
		}
	})
}

func TestWaitGivesUpWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		f := newFixture(t, &fake{name: "deaf", readOnly: true, run: func(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
			<-release
			return runtimebridge.Result{}, nil
		}})
		gate := f.gate()
		result, err := gate.Call(t.Context(), fromOwner("deaf", nil))
		wantFailed(t, result, err)
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := gate.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline", err)
		}
		close(release)
		if err := gate.Wait(t.Context()); err != nil {
			t.Errorf("after its end: %v", err)
		}
	})
}

func TestCommitFollowsTheOutcome(t *testing.T) {
	tests := []struct {
		name   string
		before func(*runtimebridge.Outcome, context.CancelFunc)
		writes bool
	}{
		{"running", func(*runtimebridge.Outcome, context.CancelFunc) {}, true},
		{"cancelled", func(o *runtimebridge.Outcome, _ context.CancelFunc) { o.Cancel(runtimebridge.ReasonPromptCancel) }, false},
		{"context ended", func(_ *runtimebridge.Outcome, cancel context.CancelFunc) { cancel() }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			wrote := false
			req := fromOwner("note", nil)
			req.Outcome = &runtimebridge.Outcome{}
			f := newFixture(t, &fake{name: "note", readOnly: true, run: func(_ context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
				test.before(req.Outcome, cancel)
				// A report from inside a write must not wait for the write.
				err := in.Commit(func() error {
					in.Progress(runtimebridge.Progress{Message: "1 of 1"})
					wrote = true
					return nil
				})
				return runtimebridge.TextResult("ok"), err
			}})
			_, err := f.gate().Call(ctx, req)
			if wrote != test.writes || (err == nil) != test.writes {
				t.Errorf("wrote %v, error %v", wrote, err)
			}
		})
	}
}

// TestAWriteCompletesTheCallOfAClient has a cancel come right behind a write. A
// turn goes on after one, so there it is in time.
func TestAWriteCompletesTheCallOfAClient(t *testing.T) {
	for scope, cancelled := range map[tool.Scope]bool{tool.ScopeClient: false, tool.ScopeTurn: true} {
		t.Run(string(scope), func(t *testing.T) {
			req := fromOwner("note", nil)
			req.Scope, req.Outcome = scope, &runtimebridge.Outcome{}
			f := newFixture(t, &fake{name: "note", readOnly: true, run: func(_ context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
				err := in.Commit(func() error { return nil })
				if got := req.Outcome.Cancel(runtimebridge.ReasonRequestCancelled); got != cancelled {
					t.Errorf("cancelled %t, want %t", got, cancelled)
				}
				return runtimebridge.TextResult("ok"), err
			}})
			if _, err := f.gate().Call(t.Context(), req); (err != nil) != cancelled {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestProgressIsPassedOnInOrder(t *testing.T) {
	var got []string
	req := fromOwner("give", nil)
	req.Progress = func(p runtimebridge.Progress) { got = append(got, p.Message) }
	f := newFixture(t, &fake{name: "give", readOnly: true, run: func(_ context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
		in.Progress(runtimebridge.Progress{Message: "1"})
		in.Progress(runtimebridge.Progress{Message: "2"})
		return runtimebridge.TextResult("ok"), nil
	}})
	if _, err := f.gate().Call(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1", "2"}, got); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	req.Progress = nil
	if _, err := f.gate().Call(t.Context(), req); err != nil {
		t.Errorf("without anybody listening: %v", err)
	}
}
