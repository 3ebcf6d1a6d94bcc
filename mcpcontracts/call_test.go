package mcpcontracts_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

func TestCalls(t *testing.T) {
	type caller interface {
		Call() (mcpcontracts.Call, error)
	}
	tests := []struct {
		name      string
		arguments caller
		want      string // the call, or its error
	}{
		{"session_get", mcpcontracts.SessionGetArguments{SessionID: "s"}, `{"name":"session_get","arguments":{"session_id":"s"}}`},
		{"session_get without id", mcpcontracts.SessionGetArguments{}, "invalid arguments at $.session_id: minLength"},
		{"prompt_send", mcpcontracts.PromptSendArguments{Prompt: "p"}, `{"name":"prompt_send","arguments":{"prompt":"p"}}`},
		{"prompt_send to a session", mcpcontracts.PromptSendArguments{Prompt: "p", SessionID: "s"},
			`{"name":"prompt_send","arguments":{"prompt":"p","session_id":"s"}}`},
		{"prompt_send of blanks", mcpcontracts.PromptSendArguments{Prompt: "\u3000"}, "invalid arguments at $.prompt: pattern"},
		{"prompt_send to a blank session", mcpcontracts.PromptSendArguments{Prompt: "p", SessionID: " "},
			"invalid arguments at $.session_id: pattern"},
		{"prompt_cancel", mcpcontracts.PromptCancelArguments{SessionID: "s"}, `{"name":"prompt_cancel","arguments":{"session_id":"s"}}`},
		{"tool_call", mcpcontracts.ToolCallArguments{Name: "n"}, `{"name":"tool_call","arguments":{"arguments":{},"name":"n"}}`},
		{"tool_call with arguments", mcpcontracts.ToolCallArguments{Name: "n", Arguments: object{"top_k": 3}},
			`{"name":"tool_call","arguments":{"arguments":{"top_k":3},"name":"n"}}`},
		{"tool_call without name", mcpcontracts.ToolCallArguments{}, "invalid arguments at $.name: minLength"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			call, err := test.arguments.Call()
			got := ""
			if err != nil {
				got = err.Error()
			} else if text, err := json.Marshal(call); err == nil {
				got = string(text)
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

func TestNewCallWithoutArguments(t *testing.T) {
	for _, name := range []string{mcpcontracts.SessionsList, mcpcontracts.ToolsList} {
		call, err := mcpcontracts.NewCall(name, nil)
		text, _ := json.Marshal(call)
		if want := `{"name":"` + name + `","arguments":{}}`; err != nil || string(text) != want {
			t.Errorf("%s (%v), want %s", text, err, want)
		}
	}
	if call, err := mcpcontracts.NewCall("other", nil); err == nil || call.Name != "" {
		t.Errorf("an unknown tool: %v, %v", call, err)
	}
}

func TestArgumentsReadBack(t *testing.T) {
	validate := func(name string, arguments any) map[string]any {
		validated, err := mcpcontracts.Validate(name, arguments)
		if err != nil {
			t.Fatal(err)
		}
		return validated
	}
	tests := map[string]struct{ got, want any }{
		"session_get": {
			mcpcontracts.SessionGetFrom(validate("session_get", object{"session_id": "s"})),
			mcpcontracts.SessionGetArguments{SessionID: "s"},
		},
		"prompt_send": {
			mcpcontracts.PromptSendFrom(validate("prompt_send", object{"prompt": "p", "session_id": "s"})),
			mcpcontracts.PromptSendArguments{Prompt: "p", SessionID: "s"},
		},
		"prompt_send without session": {
			mcpcontracts.PromptSendFrom(validate("prompt_send", object{"prompt": "p"})),
			mcpcontracts.PromptSendArguments{Prompt: "p"},
		},
		"prompt_cancel": {
			mcpcontracts.PromptCancelFrom(validate("prompt_cancel", object{"session_id": "s"})),
			mcpcontracts.PromptCancelArguments{SessionID: "s"},
		},
		"tool_call": {
			mcpcontracts.ToolCallFrom(validate("tool_call", object{"name": "n", "arguments": object{"a": "b"}})),
			mcpcontracts.ToolCallArguments{Name: "n", Arguments: object{"a": "b"}},
		},
		"tool_call without arguments": {
			mcpcontracts.ToolCallFrom(validate("tool_call", object{"name": "n"})),
			mcpcontracts.ToolCallArguments{Name: "n", Arguments: object{}},
		},
	}
	for name, test := range tests {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}
