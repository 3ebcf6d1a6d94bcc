package turn_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

func TestATurnRunsItsCallsInOrderAndStoresEverything(t *testing.T) {
	w := newWorld(providertest.New(
		providertest.Reply{Chunks: []string{"Let me ", "look."}, Calls: calls(use("1", `{"a":1}`), use("2", `{"b":2}`)), Reasoning: "hm"},
		providertest.Say("It says ", "done."),
	))
	got := w.run(t, mcp(runtimebridge.Prompt{Text: "what?", RequestID: "7"}))
	want := runtimebridge.TurnResult{SessionID: got.SessionID, AssistantMessageID: "m1_reply", Text: "It says done."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	wantBranch := []string{
		"user: what?",
		`  reply "Let me look." 1=read{"a":1} 2=read{"b":2}`,
		`  result "done" 1 error=false`,
		`  result "done" 2 error=false`,
		"assistant: It says done.",
	}
	if diff := cmp.Diff(wantBranch, w.branch(got.SessionID)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	requests := w.script.Requests()
	wantSecond := []string{"user|what?", `assistant|Let me look.|1:read{"a":1}|2:read{"b":2}|thinks hm`, "tool|done|1", "tool|done|2"}
	if diff := cmp.Diff(wantSecond, flat(requests[1].Messages)); diff != "" {
		t.Errorf("second request (-want +got):\n%s", diff)
	}
	for _, req := range w.gate.calls() {
		if req.Grant != paired || req.Source != authority.SourceMCP || req.Scope != tool.ScopeTurn ||
			req.RequestID != "7" || req.SessionID != got.SessionID || req.Outcome == nil {
			t.Errorf("the gate was asked %+v", req)
		}
	}
}

func TestTheNextTurnSeesTheLastOne(t *testing.T) {
	w := newWorld(providertest.New(providertest.Call(use("1", `{}`)), providertest.Say("one"), providertest.Say("two")))
	first := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
	w.run(t, mcp(runtimebridge.Prompt{Text: "b", SessionID: first.SessionID}))
	want := []string{"user|a", "assistant||1:read{}", "tool|done|1", "assistant|one", "user|b"}
	if diff := cmp.Diff(want, flat(w.script.Requests()[2].Messages)); diff != "" {
		t.Errorf("third request (-want +got):\n%s", diff)
	}
}

func TestTheModelIsOfferedWhatTheTierAllows(t *testing.T) {
	tests := []struct {
		name    string
		request turn.Request
		want    []string
	}{
		{"client", mcp(runtimebridge.Prompt{Text: "a"}), []string{"memory_search"}},
		{"owner", terminal(runtimebridge.Prompt{Text: "a"}), []string{"bash", "memory_search", "read"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(providertest.Say("b")))
			w.run(t, test.request)
			var got []string
			for _, spec := range w.script.Requests()[0].Tools {
				got = append(got, spec.Name)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewSessionsAreNamedAfterTheirDoor(t *testing.T) {
	tests := []struct {
		request turn.Request
		form    string
		source  string
	}{
		{mcp(runtimebridge.Prompt{Text: "a"}), `^mcp_[0-9a-f]{32}$`, "mcp"},
		{terminal(runtimebridge.Prompt{Text: "a"}), `^cli_[0-9a-f]{32}$`, "terminal"},
	}
	for _, test := range tests {
		w := newWorld(providertest.Forever(providertest.Say("b")))
		first, second := w.run(t, test.request), w.run(t, test.request)
		if !regexp.MustCompile(test.form).MatchString(first.SessionID) || first.SessionID == second.SessionID {
			t.Errorf("ids %q and %q", first.SessionID, second.SessionID)
		}
		row, err := w.ledger.Session(t.Context(), first.SessionID)
		if err != nil || row.AgentID != "main" || row.Source != test.source {
			t.Errorf("session %+v, %v", row, err)
		}
	}
}

func TestTheAnswer(t *testing.T) {
	tests := []struct {
		name    string
		replies []providertest.Reply
		want    string
		code    string
	}{
		{"trimmed", []providertest.Reply{providertest.Say("\n a \n")}, "a", ""},
		{"cut off", []providertest.Reply{{Chunks: []string{"a"}, Stop: provider.StopLength}},
			"a\n\n[The answer was cut off at the model's output limit.]", ""},
		{"said before the last call",
			[]providertest.Reply{{Chunks: []string{"early"}, Calls: calls(use("1", "{}"))}, providertest.Say(" \n")}, "early", ""},
		{"nothing at all", []providertest.Reply{providertest.Say("\n")}, turn.Sentences[turn.CodeEmptyReply], "empty_reply"},
		{"invalid UTF-8", []providertest.Reply{providertest.Say("a\xff")}, "a\uFFFD", ""},
		{"what looks like a call is text", []providertest.Reply{providertest.Say("```json\n{\"name\":\"bash\"}\n```")},
			"```json\n{\"name\":\"bash\"}\n```", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(test.replies...))
			got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
			if got.Text != test.want || got.FailureCode != test.code || got.Failed != (test.code != "") {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestEventsComeInOrderAndNoneAfterTheTurn(t *testing.T) {
	w := newWorld(providertest.New(
		providertest.Reply{Chunks: []string{"x"}, Calls: calls(use("1", `{}`))},
		providertest.Reply{Backoff: time.Second, Chunks: []string{"y", "", "z"}},
	))
	w.gate.answer = func(context.Context, tool.Request) (runtimebridge.Result, error) {
		return runtimebridge.FailedResult(runtimebridge.ReasonNotFound, "gone"), nil
	}
	var got []runtimebridge.TurnEvent
	w.run(t, mcp(runtimebridge.Prompt{Text: "a", Observe: func(e runtimebridge.TurnEvent) { got = append(got, e) }}))
	want := []runtimebridge.TurnEvent{
		{Kind: runtimebridge.EventModelCall, Step: 1},
		{Kind: runtimebridge.EventTextDelta, Step: 1, Text: "x"},
		{Kind: runtimebridge.EventToolStart, Step: 1, Tool: "read", CallID: "1"},
		{Kind: runtimebridge.EventToolEnd, Step: 1, Tool: "read", CallID: "1", IsError: true},
		{Kind: runtimebridge.EventModelCall, Step: 2},
		{Kind: runtimebridge.EventWaiting, Step: 2},
		{Kind: runtimebridge.EventTextDelta, Step: 2, Text: "y"},
		{Kind: runtimebridge.EventTextDelta, Step: 2, Text: "z"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestTheOwnerIsToldTheDetails(t *testing.T) {
	w := newWorld(providertest.New(providertest.Call(use("1", `{"file_path":"a"}`)), providertest.Say("b")))
	var got []string
	w.run(t, terminal(runtimebridge.Prompt{Text: "a", Observe: func(e runtimebridge.TurnEvent) {
		if e.Detail != "" {
			got = append(got, string(e.Kind)+" "+e.Detail)
		}
	}}))
	if diff := cmp.Diff([]string{`tool_start {"file_path":"a"}`, "tool_end done"}, got); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

func TestTheBusHearsOfTheTurn(t *testing.T) {
	w := newWorld(providertest.New(providertest.Call(use("1", `{"secret":"s"}`)), providertest.Say("b")))
	var got []string
	w.bus.Subscribe(func(e runtimebridge.Event) { got = append(got, e.Type) })
	w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
	if want := "turn.start tool.before tool.after turn.end"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
