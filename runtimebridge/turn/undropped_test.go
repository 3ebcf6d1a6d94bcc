package turn_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// cancelledWhileLocked runs a turn that stores a step and is cancelled while the
// database cannot be written to.
func cancelledWhileLocked(t *testing.T) (w *world, unlock func()) {
	t.Helper()
	outcome := new(runtimebridge.Outcome)
	locked := false
	w = newWorld(providertest.New(
		providertest.Call(use("1", `{}`)),
		providertest.Reply{Hang: true, Do: func(context.Context, provider.Request) {
			locked = true
			outcome.Cancel(runtimebridge.ReasonPromptCancel)
		}},
		providertest.Say("done"),
	))
	w.ledger.hook = func(_ context.Context, operation string) error {
		if locked && operation == "Finish" {
			return store.ErrLocked
		}
		return nil
	}
	w.ledger.seed("s")
	_, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{Text: "stop", SessionID: "s", Outcome: outcome}))
	if !isCancellation(err, runtimebridge.ReasonPromptCancel) {
		t.Fatalf("error %v", err)
	}
	return w, func() { locked = false }
}

// The steps of a cancelled turn go although the database was locked all through
// its clean-up.
func TestACancelThatCouldNotBeStoredAtOnce(t *testing.T) {
	dropped := []string{"user: stop", "assistant: " + store.CancelledNote}
	t.Run("goes before the next turn", func(t *testing.T) {
		w, unlock := cancelledWhileLocked(t)
		unlock()
		w.run(t, mcp(runtimebridge.Prompt{Text: "go on", SessionID: "s"}))
		if diff := cmp.Diff(append(dropped, "user: go on", "assistant: done"), w.branch("s")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("goes when the runner ends", func(t *testing.T) {
		w, unlock := cancelledWhileLocked(t)
		unlock()
		if err := w.runner.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(dropped, w.branch("s")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("is tried once more and not for ever", func(t *testing.T) {
		w, _ := cancelledWhileLocked(t)
		for range 2 {
			if err := w.runner.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"user: stop"}, w.branch("s")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
