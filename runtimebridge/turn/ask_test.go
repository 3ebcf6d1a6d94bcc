package turn_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

// approving is a gate that asks before each call.
func approving(ctx context.Context, req tool.Request) (runtimebridge.Result, error) {
	if req.Ask == nil {
		return runtimebridge.Result{}, &runtimebridge.Denial{Kind: runtimebridge.DeniedApprovalUnavailable}
	}
	q := runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: req.Name}
	if answer := req.Ask(ctx, q); answer.Verdict != runtimebridge.AllowedOnce {
		return runtimebridge.Result{}, &runtimebridge.Denial{Kind: runtimebridge.DeniedByOwner}
	}
	return runtimebridge.TextResult("done"), nil
}

func TestWhoIsAsked(t *testing.T) {
	quiet := authority.OwnerGrant(principal, authority.NonInteractive)
	nobody := "true [denied] approval unavailable for non-interactive MCP"
	tests := []struct {
		name    string
		grant   authority.Grant
		source  authority.Source
		verdict runtimebridge.Verdict // empty: no Ask
		want    string
		asked   bool
	}{
		{"the owner allows", owner, authority.SourceTerminal, runtimebridge.AllowedOnce, "false done", true},
		{"the owner declines", owner, authority.SourceTerminal, runtimebridge.Declined, "true [denied] the owner declined", true},
		{"nobody listens", owner, authority.SourceTerminal, "", "true [denied] approval needed and nobody is there to give it", false},
		{"nobody is there", quiet, authority.SourceTerminal, runtimebridge.AllowedOnce, "true [denied] approval needed and nobody is there to give it", false},
		{"a client", paired, authority.SourceMCP, runtimebridge.AllowedOnce, nobody, false},
		{"a client with more rights than it can have", owner, authority.SourceMCP, runtimebridge.AllowedOnce, nobody, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(providertest.Call(use("1", `{}`)), providertest.Say("b")))
			w.gate.answer = approving
			var asked []runtimebridge.Question
			prompt := runtimebridge.Prompt{Text: "a"}
			if test.verdict != "" {
				prompt.Ask = func(_ context.Context, q runtimebridge.Question) runtimebridge.Answer {
					asked = append(asked, q)
					return runtimebridge.Answer{Verdict: test.verdict}
				}
			}
			var told int
			w.bus.Subscribe(func(runtimebridge.Event) { told++ }, event.QuestionAsked)
			got := resultsOf(t, w, turn.Request{Prompt: prompt, Grant: test.grant, Source: test.source})
			if diff := cmp.Diff([]string{test.want}, got); diff != "" {
				t.Errorf("results (-want +got):\n%s", diff)
			}
			if (len(asked) == 1) != test.asked || (told == 1) != test.asked {
				t.Errorf("asked %d times, told %d times", len(asked), told)
			}
			if test.asked && (asked[0].SessionID == "" || asked[0].ID == "" || asked[0].Tool != "read") {
				t.Errorf("question %+v", asked[0])
			}
		})
	}
}

func TestACancelWithdrawsTheQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(providertest.New(providertest.Call(use("1", `{}`))))
		w.gate.answer = approving
		outcome := new(runtimebridge.Outcome)
		prompt := runtimebridge.Prompt{Text: "a", Outcome: outcome}
		prompt.Ask = func(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
			if len(w.questions.Pending()) != 1 {
				t.Error("the question is not registered")
			}
			outcome.Cancel(runtimebridge.ReasonPromptCancel)
			<-ctx.Done()
			return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
		}
		_, err := w.runner.Run(t.Context(), terminal(prompt))
		if !isCancellation(err, runtimebridge.ReasonPromptCancel) {
			t.Errorf("err %v", err)
		}
		if left := w.questions.Pending(); len(left) != 0 {
			t.Errorf("pending: %+v", left)
		}
	})
}
