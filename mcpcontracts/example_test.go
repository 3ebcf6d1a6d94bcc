package mcpcontracts_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// A client builds a call, sends it as the params of tools/call, and reads the
// text block of the result.
func Example() {
	call, err := mcpcontracts.PromptSendArguments{Prompt: "What did we decide about the harbour?"}.Call()
	if err != nil {
		panic(err)
	}
	params, err := json.Marshal(call)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(params))

	text := `{"assistant_msg_id":"m1","failed":false,"session_id":"mcp_1","text":"The crane stays."}`
	result, err := mcpcontracts.DecodePromptResult(text)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.SessionID, result.Text)
	// Output:
	// {"name":"prompt_send","arguments":{"prompt":"What did we decide about the harbour?"}}
	// mcp_1 The crane stays.
}

// A mistake is found before anything is sent.
func ExampleValidate() {
	_, err := mcpcontracts.Validate(mcpcontracts.SessionGet, map[string]any{"session_id": "\u3000"})
	var refused *mcpcontracts.ArgumentError
	if errors.As(err, &refused) {
		fmt.Println(refused.Path, refused.Keyword, refused.Code())
	}
	fmt.Println(err)
	// Output:
	// $.session_id pattern -32602
	// invalid arguments at $.session_id: pattern
}

// The text of a result with isError is one of a few fixed payloads.
func ExampleDecodeFailure() {
	failure, ok := mcpcontracts.DecodeFailure(`{"error":"session is busy"}`)
	if ok && errors.Is(failure, mcpcontracts.FailureSessionBusy) {
		fmt.Println("try again later:", failure)
	}
	// Output: try again later: session is busy
}

func ExampleTools() {
	for _, tool := range mcpcontracts.Tools() {
		fmt.Println(tool.Name, tool.Annotations.ReadOnlyHint)
	}
	// Output:
	// sessions_list true
	// session_get true
	// prompt_send false
	// prompt_cancel false
	// tools_list true
	// tool_call false
}

func ExampleDecode() {
	_, err := mcpcontracts.Decode([]byte(`{"name":"read","name":"bash"}`))
	var refused *mcpcontracts.DecodeError
	if errors.As(err, &refused) {
		fmt.Println(refused.Kind, refused.WellFormed())
	}
	// Output: duplicate key true
}

func ExampleEncode() {
	text, err := mcpcontracts.Encode([]mcpcontracts.SessionSummary{{ID: "mcp_1", Title: "<harbour>", UpdatedAt: 1764547200}})
	fmt.Println(text, err)
	// Output: [{"id":"mcp_1","title":"<harbour>","updated_at":1764547200.0}] <nil>
}
