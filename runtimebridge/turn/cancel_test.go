package turn_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

// TestACancelReachesEverything cancels turns that wait for something that does
// not come, and some that do not listen.
func TestACancelReachesEverything(t *testing.T) {
	deaf := func(release <-chan struct{}) *world {
		return newWorld(providertest.New(providertest.Late(nil, release, "late"), providertest.Say("next")))
	}
	tests := []struct {
		name string
		make func(release <-chan struct{}) *world
	}{
		{"a silent provider", func(<-chan struct{}) *world {
			return newWorld(providertest.New(providertest.Hang(nil), providertest.Say("next")))
		}},
		{"a provider that streams", func(<-chan struct{}) *world {
			return newWorld(providertest.New(providertest.Reply{Chunks: []string{"x"}, Hang: true}, providertest.Say("next")))
		}},
		{"a deaf provider", deaf},
		{"a tool", func(<-chan struct{}) *world {
			w := newWorld(providertest.New(providertest.Call(use("1", `{}`)), providertest.Say("next")))
			w.gate.answer = func(ctx context.Context, _ tool.Request) (runtimebridge.Result, error) {
				<-ctx.Done()
				return runtimebridge.Result{}, context.Cause(ctx)
			}
			return w
		}},
		{"a busy database, reading", func(<-chan struct{}) *world { return busy("History") }},
		{"a busy database, beginning", func(<-chan struct{}) *world { return busy("Begin") }},
		{"a busy database, writing", func(<-chan struct{}) *world { return busy("AppendStep") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				w := test.make(release)
				w.ledger.seed("s")
				outcome := new(runtimebridge.Outcome)
				ended := make(chan error, 1)
				go func() {
					_, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{Text: "a", SessionID: "s", Outcome: outcome}))
					ended <- err
				}()
				time.Sleep(20 * time.Second)
				begin := time.Now()
				if !outcome.Cancel(runtimebridge.ReasonPromptCancel) {
					t.Fatal("the cancel came too late")
				}
				if err := <-ended; !isCancellation(err, runtimebridge.ReasonPromptCancel) {
					t.Errorf("err %v", err)
				}
				if took := time.Since(begin); took > time.Second {
					t.Errorf("the cancel took %v", took)
				}
				w.ledger.hook = nil
				if next := w.run(t, mcp(runtimebridge.Prompt{Text: "b", SessionID: "s"})); next.Text != "next" {
					t.Errorf("the next turn: %+v", next)
				}
				close(release)
			})
		})
	}
}

// busy is a world in which one operation of the store waits until its context
// ends.
func busy(operation string) *world {
	replies := []providertest.Reply{providertest.Say("next")}
	if operation == "AppendStep" {
		replies = slices.Insert(replies, 0, providertest.Call(use("1", `{}`)))
	}
	w := newWorld(providertest.New(replies...))
	w.ledger.hook = func(ctx context.Context, o string) error {
		if o != operation {
			return nil
		}
		<-ctx.Done()
		return ctx.Err()
	}
	return w
}

// TestALateReplyTouchesNothing lets a provider answer after its turn was
// cancelled and the next one has ended.
func TestALateReplyTouchesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started, release := make(chan struct{}), make(chan struct{})
		w := newWorld(providertest.New(providertest.Reply{
			Started: started, Wait: release, Deaf: true, Tail: []string{"late"}, Calls: calls(use("1", `{}`)),
		}, providertest.Say("second")))
		w.ledger.seed("s")
		outcome := new(runtimebridge.Outcome)
		events := 0
		go func() {
			<-started
			outcome.Cancel(runtimebridge.ReasonRequestCancelled)
		}()
		_, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{
			Text: "first", SessionID: "s", Outcome: outcome, Observe: func(runtimebridge.TurnEvent) { events++ },
		}))
		if !isCancellation(err, runtimebridge.ReasonRequestCancelled) || w.script.Running() != 1 {
			t.Fatalf("err %v, %d requests running", err, w.script.Running())
		}
		w.run(t, mcp(runtimebridge.Prompt{Text: "next", SessionID: "s"}))
		before, seen := w.ledger.written(), events
		close(release)
		if err := w.runner.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, w.ledger.written()); diff != "" {
			t.Errorf("written late:\n%s", diff)
		}
		if events != seen || len(w.gate.calls()) != 0 {
			t.Errorf("%d late events, %d late calls", events-seen, len(w.gate.calls()))
		}
		want := []string{"user: first", "assistant: " + store.CancelledNote, "user: next", "assistant: second"}
		if diff := cmp.Diff(want, w.branch("s")); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
	})
}

func TestTheEndOfTheContextIsACancel(t *testing.T) {
	reasons := []runtimebridge.CancelReason{
		runtimebridge.ReasonConnectionClosed, runtimebridge.ReasonPromptCancel, runtimebridge.ReasonRequestCancelled,
	}
	for _, reason := range reasons {
		for _, outcome := range []*runtimebridge.Outcome{nil, new(runtimebridge.Outcome)} {
			t.Run(fmt.Sprintf("%s, outcome %v", reason, outcome != nil), func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				w := newWorld(providertest.New(providertest.Reply{
					Do: func(context.Context, provider.Request) { cancel(&runtimebridge.Cancellation{Reason: reason}) }, Hang: true,
				}))
				w.ledger.seed("s")
				_, err := w.runner.Run(ctx, mcp(runtimebridge.Prompt{Text: "a", SessionID: "s", Outcome: outcome}))
				if !isCancellation(err, reason) {
					t.Errorf("err %v", err)
				}
				if outcome != nil && !errors.Is(err, outcome.Err()) {
					t.Errorf("the outcome says %v", outcome.Err())
				}
				if diff := cmp.Diff([]string{"user: a", "assistant: " + store.CancelledNote}, w.branch("s")); diff != "" {
					t.Errorf("stored (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestAPromptThatIsCancelledBeforeItBeginsLeavesNothing(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	cancelled := new(runtimebridge.Outcome)
	cancelled.Cancel(runtimebridge.ReasonConnectionClosed)
	tests := []struct {
		name    string
		ctx     context.Context
		outcome *runtimebridge.Outcome
		reason  runtimebridge.CancelReason
	}{
		{"outcome", t.Context(), cancelled, runtimebridge.ReasonConnectionClosed},
		{"context", ended, nil, runtimebridge.ReasonRequestCancelled},
	}
	for _, test := range tests {
		for _, session := range []string{"", "s"} {
			t.Run(test.name+" "+session, func(t *testing.T) {
				w := newWorld(providertest.New())
				w.ledger.seed("s")
				_, err := w.runner.Run(test.ctx, mcp(runtimebridge.Prompt{Text: "a", SessionID: session, Outcome: test.outcome}))
				if !isCancellation(err, test.reason) {
					t.Errorf("err %v", err)
				}
				if log := w.ledger.written(); len(log) != 0 {
					t.Errorf("written %q", log)
				}
			})
		}
	}
}

func TestWaitGivesUpWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started, release := make(chan struct{}), make(chan struct{})
		w := newWorld(providertest.New(providertest.Late(started, release, "late")), func(o *turn.Options) { o.TurnTimeout = time.Second })
		w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := w.runner.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err %v", err)
		}
		close(release)
		if err := w.runner.Wait(t.Context()); err != nil {
			t.Errorf("err %v", err)
		}
	})
}
