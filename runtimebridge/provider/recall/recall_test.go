package recall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/recall"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

var tools = []runtimebridge.ToolSpec{{Name: "memory_get"}, {Name: "memory_search"}}

func user(text string) provider.Message { return provider.Message{Role: provider.RoleUser, Text: text} }

// searched is a turn in which the search has answered.
func searched(question, result string, isError bool) []provider.Message {
	return []provider.Message{
		user(question),
		{Role: provider.RoleAssistant, Calls: []store.Call{{ID: "recall_1", Name: "memory_search", Arguments: `{}`}}},
		{Role: provider.RoleTool, CallID: "recall_1", Tool: "memory_search", Text: result, IsError: isError},
	}
}

func ask(t *testing.T, req provider.Request) (provider.Reply, string) {
	t.Helper()
	var streamed strings.Builder
	reply, err := recall.Provider{}.Stream(t.Context(), req, func(e provider.Event) { streamed.WriteString(e.Text) })
	if err != nil {
		t.Fatal(err)
	}
	return reply, streamed.String()
}

func TestTheFirstRequestOfATurnSearches(t *testing.T) {
	before := append(searched("old", "--- a.md\nold text", false), provider.Message{Role: provider.RoleAssistant, Text: "old answer"})
	tests := []struct {
		name     string
		messages []provider.Message
	}{
		{"new session", []provider.Message{user("where is the crane?")}},
		{"later turn", append(before, user("where is the crane?"))},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reply, streamed := ask(t, provider.Request{Messages: test.messages, Tools: tools})
			if streamed != "" || reply.Text != "" || reply.Stop != provider.StopCalls || len(reply.Calls) != 1 {
				t.Fatalf("reply %+v", reply)
			}
			call := reply.Calls[0]
			if call.Name != "memory_search" || call.Arguments != `{"query":"where is the crane?","top_k":5}` {
				t.Errorf("call %+v", call)
			}
			for _, m := range test.messages {
				for _, old := range m.Calls {
					if old.ID == call.ID {
						t.Errorf("the id %s is taken", call.ID)
					}
				}
			}
		})
	}
}

func TestALongRequestIsCutToAQuery(t *testing.T) {
	reply, _ := ask(t, provider.Request{Messages: []provider.Message{user("x" + strings.Repeat("港", 5000))}, Tools: tools})
	var args struct{ Query string }
	if err := json.Unmarshal([]byte(reply.Calls[0].Arguments), &args); err != nil {
		t.Fatal(err)
	}
	if n := len(args.Query); n > 2000 || n < 1990 || !utf8.ValidString(args.Query) || strings.ContainsRune(args.Query, utf8.RuneError) {
		t.Errorf("a query of %d bytes, ending in %q", n, args.Query[n-6:])
	}
}

func TestTheSecondRequestAnswers(t *testing.T) {
	tests := []struct {
		name    string
		result  string
		isError bool
		want    string
	}{
		{"passages", "--- projects/harbour.md#Decisions:12\nThe crane stays.\nAnd the rope.\n\n--- b.md\nElsewhere.\n", false,
			"This is what the memory says:\n\n1. projects/harbour.md, Decisions, line 12\n> The crane stays.\n> And the rope.\n\n2. b.md\n> Elsewhere."},
		{"pending", "--- [pending from MCP client] a.md#H (x):3 (source_id r1)\nNew.", false,
			"This is what the memory says:\n\n1. a.md, H (x), line 3 (pending from MCP client, source_id r1)\n> New."},
		{"pending, without an id", "--- [pending from x] a.md\nNew.", false, "This is what the memory says:\n\n1. a.md (pending from x)\n> New."},
		{"a heading with marks", "--- a b.md#Why: a #1?:7\r\nText.\r\n", false,
			"This is what the memory says:\n\n1. a b.md, Why: a #1?, line 7\n> Text."},
		{"a line without heading", "--- a.md:7\nText.", false, "This is what the memory says:\n\n1. a.md, line 7\n> Text."},
		{"nothing", "No match.", false, "I found nothing about this in the memory."},
		{"no output", "(no output)", false, "I found nothing about this in the memory."},
		{"denied", "[denied] blocked by permission rule", true, "I could not search the memory: [denied] blocked by permission rule"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reply, streamed := ask(t, provider.Request{Messages: searched("q", test.result, test.isError), Tools: tools})
			want := provider.Reply{Text: test.want, Stop: provider.StopEnd}
			if diff := cmp.Diff(want, reply); diff != "" {
				t.Errorf("reply (-want +got):\n%s", diff)
			}
			if streamed != test.want {
				t.Errorf("streamed %q", streamed)
			}
		})
	}
}

func TestALongPassageIsCut(t *testing.T) {
	reply, _ := ask(t, provider.Request{Messages: searched("q", "--- a.md\n"+strings.Repeat("港", 700), false), Tools: tools})
	if !strings.HasSuffix(reply.Text, "\n> "+strings.Repeat("港", 600)+" …") {
		t.Errorf("reply of %d bytes", len(reply.Text))
	}
}

func TestWithoutASearchItSaysSo(t *testing.T) {
	reply, _ := ask(t, provider.Request{Messages: []provider.Message{user("a")}, Tools: tools[:1]})
	if len(reply.Calls) != 0 || !strings.Contains(reply.Text, "not available") || !strings.Contains(reply.Text, "provider.kind") {
		t.Errorf("reply %+v", reply)
	}
}

func TestItStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := recall.Provider{}.Stream(ctx, provider.Request{Messages: []provider.Message{user("a")}}, func(provider.Event) {
		t.Error("something was streamed")
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err %v", err)
	}
}

// FuzzAnswer holds the answer to its form, whatever a search returns.
func FuzzAnswer(f *testing.F) {
	f.Add("--- a.md#H:1\ntext", false)
	f.Add("--- \n---\n--- #:\n", false)
	f.Fuzz(func(t *testing.T, result string, isError bool) {
		reply, _ := ask(t, provider.Request{Messages: searched("q", result, isError), Tools: tools})
		if strings.TrimSpace(reply.Text) == "" || len(reply.Calls) != 0 {
			t.Errorf("reply %+v to %q", reply, result)
		}
	})
}

func ExampleProvider() {
	req := provider.Request{
		Tools:    []runtimebridge.ToolSpec{{Name: "memory_search"}},
		Messages: []provider.Message{{Role: provider.RoleUser, Text: "What about the crane?"}},
	}
	first, _ := recall.Provider{}.Stream(context.Background(), req, func(provider.Event) {})
	call := first.Calls[0]
	fmt.Println(call.Name, call.Arguments)

	req.Messages = append(req.Messages,
		provider.Message{Role: provider.RoleAssistant, Calls: first.Calls},
		provider.Message{Role: provider.RoleTool, CallID: call.ID, Tool: call.Name,
			Text: "--- projects/harbour.md#Decisions:12\nThe crane stays."})
	second, _ := recall.Provider{}.Stream(context.Background(), req, func(provider.Event) {})
	fmt.Println(second.Text)
	// Output:
	// memory_search {"query":"What about the crane?","top_k":5}
	// This is what the memory says:
	//
	// 1. projects/harbour.md, Decisions, line 12
	// > The crane stays.
}
