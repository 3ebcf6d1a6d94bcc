package turn_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

func TestARefusedPromptLeavesNothingBehind(t *testing.T) {
	refusal := errors.New("too many")
	refuse := func(string) error { return refusal }
	tests := []struct {
		name    string
		prompt  runtimebridge.Prompt
		grant   authority.Grant
		prepare func(w *world)
		want    error
	}{
		{"blank", runtimebridge.Prompt{Text: " \n\t"}, paired, nil, turn.ErrBlankPrompt},
		{"unknown session", runtimebridge.Prompt{Text: "a", SessionID: "unknown"}, paired, nil, runtimebridge.ErrSessionNotFound},
		{"a path for a session", runtimebridge.Prompt{Text: "a", SessionID: "../s"}, paired, nil, runtimebridge.ErrSessionNotFound},
		{"a very long id", runtimebridge.Prompt{Text: "a", SessionID: strings.Repeat("x", 10_000)}, paired, nil, runtimebridge.ErrSessionNotFound},
		{"not admitted, new session", runtimebridge.Prompt{Text: "a", Admit: refuse}, paired, nil, refusal},
		{"not admitted, known session", runtimebridge.Prompt{Text: "a", SessionID: "s", Admit: refuse}, paired, nil, refusal},
		{"a store that is busy", runtimebridge.Prompt{Text: "a"}, paired, func(w *world) {
			w.ledger.hook = failing("Begin", store.ErrLocked)
		}, store.ErrLocked},
		{"after the shutdown", runtimebridge.Prompt{Text: "a"}, paired, func(w *world) {
			_ = w.control.Shutdown(context.Background(), runtimebridge.ReasonConnectionClosed)
		}, runtimebridge.ErrClosed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New())
			w.ledger.seed("s")
			if test.prepare != nil {
				test.prepare(w)
			}
			req := turn.Request{Prompt: test.prompt, Grant: test.grant, Source: authority.SourceMCP}
			if _, err := w.runner.Run(t.Context(), req); !errors.Is(err, test.want) {
				t.Errorf("err %v, want %v", err, test.want)
			}
			if log := w.ledger.written(); len(log) != 0 {
				t.Errorf("written %q", log)
			}
			if w.control.Active(test.prompt.SessionID) || len(w.script.Requests()) != 0 {
				t.Error("something is left")
			}
		})
	}
}

func TestAGrantWithoutReplyIsRefused(t *testing.T) {
	w := newWorld(providertest.New())
	_, err := w.runner.Run(t.Context(), turn.Request{Prompt: runtimebridge.Prompt{Text: "a"}, Source: authority.SourceMCP})
	want := &runtimebridge.Denial{Kind: runtimebridge.DeniedCapability, Capability: authority.Reply}
	var got *runtimebridge.Denial
	if !errors.As(err, &got) || *got != *want {
		t.Errorf("err %v", err)
	}
}

func TestAdmitIsAskedOnceBeforeAnythingIsStored(t *testing.T) {
	w := newWorld(providertest.New(providertest.Say("b")))
	var asked []string
	got := w.run(t, mcp(runtimebridge.Prompt{Text: "a", Admit: func(id string) error {
		if log := w.ledger.written(); len(log) != 0 {
			t.Errorf("written before: %q", log)
		}
		if !w.control.Active(id) {
			t.Error("the session is not claimed yet")
		}
		asked = append(asked, id)
		return nil
	}}))
	if diff := cmp.Diff([]string{got.SessionID}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestOneTurnAtATimeInASession(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	w := newWorld(providertest.New(
		providertest.Reply{Started: started, Wait: release, Chunks: []string{"one"}},
		providertest.Say("elsewhere"), providertest.Say("two")))
	w.ledger.seed("s")
	first := make(chan runtimebridge.TurnResult, 1)
	go func() {
		result, _ := w.runner.Run(context.Background(), mcp(runtimebridge.Prompt{Text: "a", SessionID: "s"}))
		first <- result
	}()
	<-started
	_, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{Text: "b", SessionID: "s"}))
	if !errors.Is(err, runtimebridge.ErrSessionBusy) {
		t.Errorf("second turn of the session: %v", err)
	}
	if other := w.run(t, mcp(runtimebridge.Prompt{Text: "c"})); other.Text != "elsewhere" {
		t.Errorf("another session: %+v", other)
	}
	close(release)
	if got := <-first; got.Text != "one" {
		t.Errorf("first turn: %+v", got)
	}
	w.run(t, mcp(runtimebridge.Prompt{Text: "d", SessionID: "s"}))
	if diff := cmp.Diff([]string{"user: a", "assistant: one", "user: d", "assistant: two"}, w.branch("s")); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}

// TestAStopBetweenTurnsHitsNeither stops a session in the gap between two turns.
func TestAStopBetweenTurnsHitsNeither(t *testing.T) {
	w := newWorld(providertest.Forever(providertest.Say("b")))
	w.ledger.seed("s")
	for range 500 {
		w.run(t, mcp(runtimebridge.Prompt{Text: "a", SessionID: "s"}))
		if w.control.Stop("s", runtimebridge.ReasonPromptCancel) {
			t.Fatal("there was something to stop")
		}
	}
}

func TestARunnerNeedsItsParts(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a Runner was made of nothing")
		}
	}()
	turn.New(turn.Options{Provider: func() (provider.Provider, error) { return nil, nil }})
}
