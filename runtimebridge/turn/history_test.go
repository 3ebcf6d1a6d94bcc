package turn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

func said(text string) store.Message {
	return store.Message{Message: runtimebridge.Message{Role: runtimebridge.RoleUser, Content: text}}
}

func answered(text string, steps ...store.Step) store.Message {
	return store.Message{Message: runtimebridge.Message{Role: runtimebridge.RoleAssistant, Content: text}, Steps: steps}
}

func calling(calls ...store.Call) store.Step {
	return store.Step{Kind: store.StepReply, Provider: providertest.Name, Calls: calls}
}

func result(id, text string) store.Step {
	return store.Step{Kind: store.StepResult, CallID: id, Tool: "read", Text: text}
}

func call(id string) store.Call {
	return store.Call{ID: id, Name: "read", Arguments: `{"file_path":"a"}`}
}

// flat writes messages down compactly, one string each.
func flat(messages []provider.Message) []string {
	var out []string
	for _, m := range messages {
		line := string(m.Role) + "|" + m.Text
		for _, c := range m.Calls {
			line += "|" + c.ID + ":" + c.Name + c.Arguments
		}
		if m.Role == provider.RoleTool {
			line += "|" + m.CallID
		}
		if m.Reasoning != "" {
			line += "|thinks " + m.Reasoning
		}
		out = append(out, line)
	}
	return out
}

const args = `{"file_path":"a"}`

const interrupted = store.InterruptedResult

// mended are histories as they may be stored, and what a model is shown of them.
var mended = []struct {
	name    string
	history []store.Message
	want    []string
}{
	{"plain", []store.Message{said("a"), answered("b"), said("c")},
		[]string{"user|a", "assistant|b", "user|c"}},
	{"calls and results in the order of the calls",
		[]store.Message{said("a"), answered("b", calling(call("1"), call("2")), result("2", "two"), result("1", "one")), said("c")},
		[]string{"user|a", "assistant||1:read" + args + "|2:read" + args, "tool|one|1", "tool|two|2", "assistant|b", "user|c"}},
	{"a call without a result",
		[]store.Message{said("a"), answered("b", calling(call("1"), call("2")), result("1", "one")), said("c")},
		[]string{"user|a", "assistant||1:read" + args + "|2:read" + args, "tool|one|1", "tool|" + interrupted + "|2", "assistant|b", "user|c"}},
	{"results without a call, and twice",
		[]store.Message{said("a"), answered("b", result("9", "x"), calling(call("1")), result("1", "one"), result("1", "again"), result("8", "y"))},
		[]string{"user|a", "assistant||1:read" + args, "tool|one|1", "assistant|b"}},
	{"a result does not move to a later reply with the same id",
		[]store.Message{said("a"), answered("b", calling(call("1")), calling(call("1")), result("1", "second"))},
		[]string{"user|a", "assistant||1:read" + args, "tool|" + interrupted + "|1",
			"assistant||call_1:read" + args, "tool|second|call_1", "assistant|b"}},
	{"one id twice in a reply",
		[]store.Message{said("a"), answered("b", calling(call("1"), call("1")), result("1", "one"), result("1", "two"))},
		[]string{"user|a", "assistant||1:read" + args + "|call_1:read" + args, "tool|one|1", "tool|two|call_1", "assistant|b"}},
	{"odd, empty and long ids",
		[]store.Message{said("a"), answered("b", calling(call("a b"), call(""), call(strings.Repeat("x", 41))), result("", "two"))},
		[]string{"user|a", "assistant||call_1:read" + args + "|call_2:read" + args + "|call_3:read" + args,
			"tool|" + interrupted + "|call_1", "tool|two|call_2", "tool|" + interrupted + "|call_3", "assistant|b"}},
	{"an id that a made up one has taken",
		[]store.Message{said("a"), answered("b", calling(call("?"), call("call_1")))},
		[]string{"user|a", "assistant||call_1:read" + args + "|call_2:read" + args,
			"tool|" + interrupted + "|call_1", "tool|" + interrupted + "|call_2", "assistant|b"}},
	{"names and arguments no provider takes",
		[]store.Message{said("a"), answered("b", calling(store.Call{ID: "1", Name: "re ad", Arguments: `{"a":`}, store.Call{ID: "2", Arguments: `[1]`}))},
		[]string{"user|a", "assistant||1:re_ad{}|2:unknown{}", "tool|" + interrupted + "|1", "tool|" + interrupted + "|2", "assistant|b"}},
	{"empty messages and results",
		[]store.Message{said("a"), said(" \n"), answered("\n", calling(), calling(call("1")), result("1", " ")), said("c")},
		[]string{"user|a", "assistant||1:read" + args, "tool|(no output)|1", "user|c"}},
	{"broken off text is not sent again",
		[]store.Message{said("a"), answered("b", store.Step{Kind: store.StepPartial, Text: "half"})},
		[]string{"user|a", "assistant|b"}},
	{"a summary stands for all before it",
		[]store.Message{said("a"), answered("b", calling(call("1")), result("1", "one"),
			store.Step{Kind: store.StepSummary, Text: "sum"}, calling(call("2")), result("2", "two")), said("c")},
		[]string{"user|sum", "assistant||2:read" + args, "tool|two|2", "assistant|b", "user|c"}},
	{"a branch that does not begin with its user",
		[]store.Message{answered("b"), said("c")},
		[]string{"user|(The start of this conversation is missing.)", "assistant|b", "user|c"}},
	{"invalid UTF-8", []store.Message{said("a\xff")}, []string{"user|a\uFFFD"}},
}

func TestConversationMendsWhatIsStored(t *testing.T) {
	for _, test := range mended {
		t.Run(test.name, func(t *testing.T) {
			got := turn.Conversation(test.history, nil, providertest.Name)
			if diff := cmp.Diff(test.want, flat(got)); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
			if err := providertest.Check(provider.Request{Messages: got}); err != nil {
				t.Errorf("a strict provider refuses this: %v", err)
			}
		})
	}
}

func TestReasoningGoesBackToItsProviderOnly(t *testing.T) {
	step := calling(call("1"))
	step.Reasoning = "r"
	history := []store.Message{said("a"), answered("b", step, result("1", "one"))}
	tests := []struct{ provider, want string }{
		{providertest.Name, "assistant||1:read" + args + "|thinks r"},
		{"another", "assistant||1:read" + args},
	}
	for _, test := range tests {
		got := turn.Conversation(history, nil, test.provider)
		if diff := cmp.Diff(test.want, flat(got)[1]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.provider, diff)
		}
		if test.provider == "another" && got[1].Provider != "" {
			t.Errorf("the origin of the reasoning is still named: %q", got[1].Provider)
		}
	}
}

func TestTheSameHistoryGivesTheSameIDs(t *testing.T) {
	history := []store.Message{said("a"), answered("b", calling(call(""), call("?"))), said("c")}
	first := flat(turn.Conversation(history, nil, "p"))
	second := flat(turn.Conversation(append(history, answered("d", calling(call(""))), said("e")), nil, "p"))
	if diff := cmp.Diff(first, second[:len(first)]); diff != "" {
		t.Errorf("the beginning changed (-first +second):\n%s", diff)
	}
}

// FuzzConversation holds every rebuilt conversation to the rules of the
// strictest providers.
func FuzzConversation(f *testing.F) {
	f.Add("u:hi\nc:1\nc:1\nr:1\na:\nu:x")
	f.Add("a:b\ns:sum\nr:9\np:half\nu:\xff")
	f.Add("c:\nc:call_1\nc:call_2\nc:?\nu:q")
	f.Fuzz(func(t *testing.T, script string) {
		history := scripted(script)
		got := turn.Conversation(history, nil, providertest.Name)
		if len(got) == 0 {
			return // nothing was said
		}
		if err := providertest.Check(provider.Request{Messages: got}); err != nil {
			t.Errorf("a strict provider refuses %q: %v", flat(got), err)
		}
	})
}

// scripted reads a history written one message or step a line. Steps belong to
// the next assistant message.
func scripted(script string) []store.Message {
	var history []store.Message
	var steps []store.Step
	for line := range strings.Lines(script) {
		kind, text, _ := strings.Cut(line, ":")
		text = strings.TrimSuffix(text, "\n")
		switch kind {
		case "u":
			history = append(history, said(text))
		case "a":
			history = append(history, answered(text, steps...))
			steps = nil
		case "c":
			steps = append(steps, calling(store.Call{ID: text, Name: text, Arguments: text}, call(text)))
		case "r":
			steps = append(steps, result(text, text))
		case "p":
			steps = append(steps, store.Step{Kind: store.StepPartial, Text: text})
		case "s":
			steps = append(steps, store.Step{Kind: store.StepSummary, Text: text})
		}
	}
	return append(history, answered("", steps...))
}
