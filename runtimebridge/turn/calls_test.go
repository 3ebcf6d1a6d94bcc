package turn_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

// resultsOf runs one turn whose first reply is given and whose second answers,
// and gives the texts of the call results that the model was shown.
func resultsOf(t *testing.T, w *world, req turn.Request) []string {
	t.Helper()
	w.run(t, req)
	var texts []string
	requests := w.script.Requests()
	for _, m := range requests[len(requests)-1].Messages {
		if m.Role == provider.RoleTool {
			texts = append(texts, fmt.Sprintf("%v %s", m.IsError, m.Text))
		}
	}
	return texts
}

func TestRefusedCallsGetFixedResults(t *testing.T) {
	const secret = "/home/someone/key"
	tests := []struct {
		name string
		err  error
		req  func(runtimebridge.Prompt) turn.Request
		want string
	}{
		{"hard constraint", &runtimebridge.Denial{Kind: runtimebridge.DeniedHardConstraint}, mcp, "[denied] hard constraint"},
		{"capability", &runtimebridge.Denial{Kind: runtimebridge.DeniedCapability, Capability: authority.FSRead}, mcp,
			"[denied] authority tier does not allow fs.read"},
		{"rule", &runtimebridge.Denial{Kind: runtimebridge.DeniedRule}, mcp, "[denied] blocked by permission rule"},
		{"approval, client", &runtimebridge.Denial{Kind: runtimebridge.DeniedApprovalUnavailable}, mcp,
			"[denied] approval unavailable for non-interactive MCP"},
		{"approval, owner", &runtimebridge.Denial{Kind: runtimebridge.DeniedApprovalUnavailable}, terminal,
			"[denied] approval needed and nobody is there to give it"},
		{"declined", &runtimebridge.Denial{Kind: runtimebridge.DeniedByOwner}, terminal, "[denied] the owner declined"},
		{"audit", &runtimebridge.Denial{Kind: runtimebridge.DeniedAuditUnavailable}, mcp, "[denied] audit unavailable"},
		{"a kind that is new", &runtimebridge.Denial{Kind: "new"}, mcp, "[denied]"},
		{"arguments", &runtimebridge.ArgumentError{Path: "$.a", Keyword: "required"}, mcp, "[error] invalid arguments at $.a: required"},
		{"unknown tool", runtimebridge.ErrToolNotFound, mcp, "[error] there is no such tool"},
		{"anything else", errors.New(secret), terminal, "[error] the tool failed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(providertest.Call(use("1", `{}`)), providertest.Say("b")))
			w.gate.answer = func(context.Context, tool.Request) (runtimebridge.Result, error) {
				return runtimebridge.Result{}, test.err
			}
			got := resultsOf(t, w, test.req(runtimebridge.Prompt{Text: "a"}))
			if diff := cmp.Diff([]string{"true " + test.want}, got); diff != "" {
				t.Errorf("results (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheTextOfAFailedToolIsForTheOwnersModelOnly(t *testing.T) {
	tests := []struct {
		name   string
		result runtimebridge.Result
		client string
		owner  string
	}{
		{"reason", runtimebridge.FailedResult(runtimebridge.ReasonNotFound, "no /x/y"), "true [failed] not found", "true no /x/y"},
		{"too large", runtimebridge.FailedResult(runtimebridge.ReasonTooLarge, "t"), "true [failed] too large", "true t"},
		{"pattern", runtimebridge.FailedResult(runtimebridge.ReasonInvalidPattern, "t"), "true [failed] invalid pattern", "true t"},
		{"conflict", runtimebridge.FailedResult(runtimebridge.ReasonConflict, "t"), "true [conflict] memory revision changed", "true t"},
		{"no reason", runtimebridge.FailedResult("", "exit 7"), "true [error] the tool failed", "true exit 7"},
		{"a success that reads like a denial", runtimebridge.TextResult("[denied] x"), "false [denied] x", "false [denied] x"},
		{"no output", runtimebridge.Result{}, "false (no output)", "false (no output)"},
		{"two blocks", runtimebridge.Result{Content: []runtimebridge.Content{
			runtimebridge.Text{Text: "a"}, runtimebridge.Text{Text: " "}, runtimebridge.Text{Text: "b\xff"}}}, "false a\nb\uFFFD", "false a\nb\uFFFD"},
	}
	for _, test := range tests {
		for door, want := range map[string]string{"client": test.client, "owner": test.owner} {
			t.Run(test.name+", "+door, func(t *testing.T) {
				w := newWorld(providertest.New(providertest.Call(use("1", `{}`)), providertest.Say("b")))
				w.gate.answer = func(context.Context, tool.Request) (runtimebridge.Result, error) { return test.result, nil }
				req := mcp(runtimebridge.Prompt{Text: "a"})
				if door == "owner" {
					req = terminal(req.Prompt)
				}
				if diff := cmp.Diff([]string{want}, resultsOf(t, w, req)); diff != "" {
					t.Errorf("results (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestImagesAndLongTextsOfResults(t *testing.T) {
	w := newWorld(providertest.New(providertest.Call(use("1", `{}`)), providertest.Say("b")))
	w.gate.answer = func(context.Context, tool.Request) (runtimebridge.Result, error) {
		return runtimebridge.Result{Content: []runtimebridge.Content{
			runtimebridge.Text{Text: strings.Repeat("x", 2*tool.ModelTextLimit)},
			runtimebridge.Image{Data: "QUJD", MIMEType: "image/png"},
		}}, nil
	}
	got := w.run(t, terminal(runtimebridge.Prompt{Text: "a"}))
	step := w.ledger.messages(got.SessionID)[1].Steps[1]
	if n := len([]rune(step.Text)); n > tool.ModelTextLimit {
		t.Errorf("%d characters were kept, at most %d should be", n, tool.ModelTextLimit)
	}
	if diff := cmp.Diff([]store.Image{{Data: "QUJD", MIMEType: "image/png"}}, step.Images); diff != "" {
		t.Errorf("images (-want +got):\n%s", diff)
	}
}

func TestArgumentsThatCannotBeReadAreNotRun(t *testing.T) {
	tests := []struct {
		name, sent string
		stop       provider.StopReason
		stored     string
		runs       bool
	}{
		{"half", `{"a":`, provider.StopCalls, "{}", false},
		{"two values", `{"a":1}{"a":1}`, provider.StopCalls, "{}", false},
		{"a list", `[]`, provider.StopCalls, "{}", false},
		{"a string with an object in it", `"{}"`, provider.StopCalls, "{}", false},
		{"the same key twice", `{"a":1,"a":2}`, provider.StopCalls, "{}", false},
		{"none", ``, provider.StopCalls, "{}", true},
		{"none, cut at the limit", ``, provider.StopLength, "{}", false},
		{"whole, in a reply cut at the limit", `{"a":1}`, provider.StopLength, `{"a":1}`, true},
		{"white space and order", ` { "b" : 1.0 , "a" : "<" } `, provider.StopCalls, `{"a":"<","b":1.0}`, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(providertest.New(
				providertest.Reply{Calls: calls(use("1", test.sent)), Stop: test.stop}, providertest.Say("b")))
			got := w.run(t, terminal(runtimebridge.Prompt{Text: "a"}))
			if ran := len(w.gate.calls()) == 1; ran != test.runs {
				t.Errorf("ran: %v, want %v", ran, test.runs)
			}
			steps := w.ledger.messages(got.SessionID)[1].Steps
			if steps[0].Calls[0].Arguments != test.stored {
				t.Errorf("stored %s, want %s", steps[0].Calls[0].Arguments, test.stored)
			}
			if steps[1].IsError == test.runs {
				t.Errorf("result %+v", steps[1])
			}
		})
	}
}

func TestTheThirdIdenticalFailureIsNotRun(t *testing.T) {
	fails := func(context.Context, tool.Request) (runtimebridge.Result, error) {
		return runtimebridge.Result{IsError: true}, nil
	}
	tests := []struct {
		name  string
		sent  []string
		gate  func(context.Context, tool.Request) (runtimebridge.Result, error)
		calls int
	}{
		{"failing", []string{`{"a":1,"b":2}`, `{"b":2,"a":1}`, `{ "a":1, "b":2 }`, `{"a":1,"b":2}`}, fails, 2},
		{"with other arguments", []string{`{"a":1}`, `{"a":1}`, `{"a":2}`}, fails, 3},
		{"successful", []string{`{}`, `{}`, `{}`}, nil, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var replies []providertest.Reply
			for _, sent := range test.sent {
				replies = append(replies, providertest.Call(use("", sent)))
			}
			w := newWorld(providertest.New(append(replies, providertest.Say("b"))...))
			w.gate.answer = test.gate
			w.run(t, terminal(runtimebridge.Prompt{Text: "a"}))
			if got := len(w.gate.calls()); got != test.calls {
				t.Errorf("%d calls were run, want %d", got, test.calls)
			}
		})
	}
}

func TestARunawayReplyIsBounded(t *testing.T) {
	tests := []struct{ sent, run, kept int }{{64, 64, 64}, {70, 64, 70}, {3000, 64, 256}}
	for _, test := range tests {
		var many []store.Call
		for i := range test.sent {
			many = append(many, use(fmt.Sprint("c", i), fmt.Sprintf(`{"n":%d}`, i)))
		}
		w := newWorld(providertest.New(providertest.Reply{Calls: many, Stop: provider.StopLength}, providertest.Say("b")))
		got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
		if got.Failed {
			t.Errorf("%d calls: %+v", test.sent, got)
		}
		if n := len(w.gate.calls()); n != test.run {
			t.Errorf("%d of %d calls were run, want %d", n, test.sent, test.run)
		}
		steps := w.ledger.messages(got.SessionID)[1].Steps
		if n := len(steps) - 1; n != test.kept || len(steps[0].Calls) != test.kept {
			t.Errorf("%d calls and %d results were kept, want %d", len(steps[0].Calls), n, test.kept)
		}
	}
}

func TestOddCallIDsAndNamesAreStoredPlain(t *testing.T) {
	w := newWorld(providertest.New(providertest.Call(use("", "{}"), use("x", "{}"), use("x", "{}"), store.Call{ID: "é", Name: "no such tool"}),
		providertest.Say("b")))
	w.gate.answer = func(_ context.Context, req tool.Request) (runtimebridge.Result, error) {
		if req.Name == "no such tool" {
			return runtimebridge.Result{}, runtimebridge.ErrToolNotFound
		}
		return runtimebridge.TextResult("done"), nil
	}
	got := w.run(t, mcp(runtimebridge.Prompt{Text: "a"}))
	want := []string{
		"user: a",
		`  reply "" call_1=read{} x=read{} call_2=read{} call_3=no_such_tool{}`,
		`  result "done" call_1 error=false`,
		`  result "done" x error=false`,
		`  result "done" call_2 error=false`,
		`  result "[error] there is no such tool" call_3 error=true`,
		"assistant: b",
	}
	if diff := cmp.Diff(want, w.branch(got.SessionID)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}
