package turn_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

var tooLong = providertest.Fail(provider.CodeContextLimit)

// aLongSession is a session with two older tool results.
func aLongSession(w *world) string {
	w.ledger.seed("s",
		said("first"), answered("one", calling(call("1")), result("1", strings.Repeat("x", 5000))),
		said("second, "+strings.Repeat("z", 5000)), answered("two", calling(call("2")), result("2", strings.Repeat("y", 5000))))
	return "s"
}

func TestOlderToolResultsGoFirst(t *testing.T) {
	w := newWorld(providertest.New(providertest.Call(use("9", "{}")), tooLong, providertest.Say("b")))
	got := w.run(t, mcp(runtimebridge.Prompt{Text: "third", SessionID: aLongSession(w)}))
	if got.Failed {
		t.Fatalf("got %+v", got)
	}
	want := []string{
		"user|first", "assistant||1:read" + args, "tool|" + turn.ElidedResult + "|1", "assistant|one",
		"user|second, " + strings.Repeat("z", 5000), "assistant||2:read" + args, "tool|" + turn.ElidedResult + "|2", "assistant|two",
		"user|third", "assistant||9:read{}", "tool|done|9",
	}
	if diff := cmp.Diff(want, flat(w.script.Requests()[2].Messages)); diff != "" {
		t.Errorf("third request (-want +got):\n%s", diff)
	}
	if len(w.ledger.messages("s")[3].Steps[1].Text) != 5000 {
		t.Error("the stored result was changed")
	}
}

func TestThenASummaryTakesTheirPlace(t *testing.T) {
	w := newWorld(providertest.New(tooLong, tooLong, providertest.Say("They spoke of x."), providertest.Say("b"), providertest.Say("c")))
	var told string
	got := w.run(t, mcp(runtimebridge.Prompt{Text: "third", SessionID: aLongSession(w), Observe: func(e runtimebridge.TurnEvent) { told += e.Text }}))
	if got.Failed || got.Text != "b" || told != "b" {
		t.Fatalf("got %+v, told %q", got, told)
	}
	requests := w.script.Requests()
	if asked := requests[2]; len(asked.Tools) != 0 || len(asked.Messages) != 1 || !strings.Contains(asked.Messages[0].Text, "second") {
		t.Errorf("the summary was asked for with %+v", asked)
	}
	const summary = "Summary of the conversation so far:\n\nThey spoke of x.\n\nThe request to answer now:\n\nthird"
	if diff := cmp.Diff([]string{"user|" + summary}, flat(requests[3].Messages)); diff != "" {
		t.Errorf("request after the summary (-want +got):\n%s", diff)
	}
	w.run(t, mcp(runtimebridge.Prompt{Text: "fourth", SessionID: "s"}))
	if diff := cmp.Diff([]string{"user|" + summary, "assistant|b", "user|fourth"}, flat(w.script.Requests()[4].Messages)); diff != "" {
		t.Errorf("request of the next turn (-want +got):\n%s", diff)
	}
}

func TestShorteningEndsSomewhere(t *testing.T) {
	tests := []struct {
		name     string
		replies  []providertest.Reply
		requests int
		want     string
	}{
		{"nothing fits", []providertest.Reply{tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong}, 5, "context_limit"},
		{"not even with a summary", []providertest.Reply{tooLong, tooLong, providertest.Say("sum"), tooLong}, 4, "context_limit"},
		{"not for long", []providertest.Reply{tooLong, tooLong, providertest.Say("sum"), providertest.Call(use("1", "{}")), tooLong,
			providertest.Say("another sum"), providertest.Say("b")}, 5, "context_limit"},
		{"the summary says nothing", []providertest.Reply{tooLong, tooLong, providertest.Say(" "), providertest.Say(""), providertest.Say("\n")}, 5, "context_limit"},
		{"the summary fails otherwise", []providertest.Reply{tooLong, tooLong, providertest.Fail(provider.CodeQuota)}, 3, "quota"},
		{"the summary fits when it is of less", []providertest.Reply{tooLong, tooLong, tooLong, providertest.Say("sum"), providertest.Say("b")}, 5, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(test.replies...))
			got := w.run(t, mcp(runtimebridge.Prompt{Text: "third", SessionID: aLongSession(w)}))
			if got.FailureCode != test.want {
				t.Errorf("code %q, want %q", got.FailureCode, test.want)
			}
			requests := w.script.Requests()
			if n := len(requests); n != test.requests {
				t.Fatalf("%d requests, want %d", n, test.requests)
			}
			if test.want == "" && len(requests[3].Messages[0].Text) >= len(requests[2].Messages[0].Text) {
				t.Error("the second summary is of as much as the first")
			}
		})
	}
}

func TestASessionStaysUsableAfterItsTurnDidNotFit(t *testing.T) {
	w := newWorld(providertest.New(tooLong, tooLong, providertest.Say("sum"), tooLong, providertest.Say("c")))
	w.run(t, mcp(runtimebridge.Prompt{Text: "third", SessionID: aLongSession(w)}))
	got := w.run(t, mcp(runtimebridge.Prompt{Text: "fourth", SessionID: "s"}))
	if got.Text != "c" {
		t.Errorf("got %+v", got)
	}
	if first := w.script.Requests()[4].Messages[0].Text; !strings.Contains(first, "sum") {
		t.Errorf("the next turn does not begin with the summary: %q", first)
	}
}

func TestATranscriptKeepsToItsBudget(t *testing.T) {
	var messages []provider.Message
	for range 50 {
		messages = append(messages, provider.Message{Role: provider.RoleUser, Text: strings.Repeat("é", 400)})
	}
	messages = append(messages, provider.Message{Role: provider.RoleAssistant, Text: "the last", Calls: []store.Call{{Name: "read"}}})
	for _, budget := range []int{500, 5_000, 20_000} {
		text := turn.Transcript(messages, budget)
		if len(text) > 2*budget+500 || !strings.HasSuffix(text, "assistant: the last\n(calls read)\n\n") {
			t.Errorf("budget %d: %d bytes, end %q", budget, len(text), text[len(text)-40:])
		}
	}
}

func TestTheSummaryOfACancelledTurnIsDropped(t *testing.T) {
	outcome := new(runtimebridge.Outcome)
	w := newWorld(providertest.New(tooLong, tooLong, providertest.Say("sum"), providertest.Reply{
		Do: func(context.Context, provider.Request) { outcome.Cancel(runtimebridge.ReasonPromptCancel) }, Hang: true,
	}))
	_, err := w.runner.Run(t.Context(), mcp(runtimebridge.Prompt{Text: "third", SessionID: aLongSession(w), Outcome: outcome}))
	if !isCancellation(err, runtimebridge.ReasonPromptCancel) {
		t.Fatalf("err %v", err)
	}
	if last := w.ledger.messages("s")[5]; last.Content != store.CancelledNote || len(last.Steps) != 0 {
		t.Errorf("stored %+v", last)
	}
}
