package mcpserver_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// connectClient connects the SDK's own client, which checks what it is told.
func connectClient(t *testing.T, name string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	d := dial(t)
	c := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, options)
	session, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: d.in, Writer: d.out}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-d.ended; err != nil {
			t.Errorf("Serve = %v", err)
		}
	})
	return session
}

// callText calls a tool and gives its one text block.
func callText(t *testing.T, session *mcp.ClientSession, call mcpcontracts.Call, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: call.Name, Arguments: call.Arguments})
	if err != nil {
		t.Fatalf("%s: %v", call.Name, err)
	}
	if len(result.Content) != 1 || result.IsError || result.StructuredContent != nil {
		t.Fatalf("%s: %+v", call.Name, result)
	}
	return result.Content[0].(*mcp.TextContent).Text
}

// TestSDKClient uses all six tools through the SDK's client and mcpcontracts.
func TestSDKClient(t *testing.T) {
	session := connectClient(t, "t", nil)
	if got := session.InitializeResult(); got.ProtocolVersion != mcpcontracts.ProtocolVersion || got.Capabilities.Tools == nil ||
		//lint:ignore SA1019 it must be absent, deprecated or not
		got.Capabilities.Tools.ListChanged || got.Capabilities.Logging != nil || got.Capabilities.Prompts != nil || got.Capabilities.Resources != nil {
		t.Errorf("initialize: %+v", got)
	}
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	want := []string{"sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}

	call, err := mcpcontracts.PromptSendArguments{Prompt: "hello"}.Call()
	sent, err := mcpcontracts.DecodePromptResult(callText(t, session, call, err))
	if err != nil || sent.Text != "echo: hello" || sent.Failed {
		t.Fatalf("prompt_send: %+v, %v", sent, err)
	}
	call, err = mcpcontracts.NewCall(mcpcontracts.SessionsList, nil)
	rows, err := mcpcontracts.DecodeSessions(callText(t, session, call, err))
	if err != nil || len(rows) != 1 || rows[0].ID != sent.SessionID {
		t.Errorf("sessions_list: %+v, %v", rows, err)
	}
	call, err = mcpcontracts.SessionGetArguments{SessionID: sent.SessionID}.Call()
	branch, err := mcpcontracts.DecodeMessages(callText(t, session, call, err))
	if err != nil || len(branch) != 2 || branch[1].ID != sent.AssistantMessageID || branch[1].Content != sent.Text {
		t.Errorf("session_get: %+v, %v", branch, err)
	}
	call, err = mcpcontracts.PromptCancelArguments{SessionID: sent.SessionID}.Call()
	cancel, err := mcpcontracts.DecodeCancelResult(callText(t, session, call, err))
	if err != nil || cancel.Cancelled || cancel.SessionID != sent.SessionID {
		t.Errorf("prompt_cancel: %+v, %v", cancel, err)
	}
	call, err = mcpcontracts.NewCall(mcpcontracts.ToolsList, nil)
	listed, err := mcpcontracts.DecodeRuntimeTools(callText(t, session, call, err))
	if err != nil || len(listed) != 2 || listed[0].Name != "echo" {
		t.Errorf("tools_list: %+v, %v", listed, err)
	}
	call, err = mcpcontracts.ToolCallArguments{Name: "echo", Arguments: map[string]any{"query": "x"}}.Call()
	if got := callText(t, session, call, err); got != `{"query":"x"}` {
		t.Errorf("tool_call: %s", got)
	}
}

// TestSDKClientErrors looks at what a client's program gets to see.
func TestSDKClientErrors(t *testing.T) {
	session := connectClient(t, "t", nil)
	for name, tc := range map[string]struct {
		tool      string
		arguments any
		code      int64
		text      string
	}{
		"unknown wrapper":      {"nonsense", nil, mcpcontracts.CodeMethodNotFound, mcpcontracts.TextUnknownTool},
		"wrapper arguments":    {"session_get", map[string]any{}, mcpcontracts.CodeInvalidParams, "invalid arguments at $: required"},
		"unknown runtime tool": {"tool_call", map[string]any{"name": "x"}, mcpcontracts.CodeMethodNotFound, mcpcontracts.TextRuntimeToolNotFound},
		"unknown session":      {"prompt_send", map[string]any{"prompt": "x", "session_id": "x"}, mcpcontracts.CodeInvalidParams, mcpcontracts.TextInvalidPromptSession},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tc.tool, Arguments: tc.arguments})
			var wire *jsonrpc.Error
			if !errors.As(err, &wire) || wire.Code != tc.code || wire.Message != tc.text {
				t.Errorf("got %v, want %d %q", err, tc.code, tc.text)
			}
		})
	}
}

// TestSDKClientCancels cancels a call by its context, as programs do.
func TestSDKClientCancels(t *testing.T) {
	started := make(chan struct{})
	var once sync.Once
	session := connectClient(t, "t", &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { once.Do(func() { close(started) }) },
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	params := &mcp.CallToolParams{Name: "prompt_send", Arguments: map[string]any{"prompt": "work"}}
	params.SetProgressToken("p")
	if _, err := session.CallTool(ctx, params); !errors.Is(err, context.Canceled) {
		t.Errorf("CallTool = %v", err)
	}
	if err := session.Ping(t.Context(), nil); err != nil {
		t.Errorf("Ping after a cancel = %v", err)
	}
}

// TestClientNameChangesNothing connects under two names.
func TestClientNameChangesNothing(t *testing.T) {
	describe := func(name string) string {
		session := connectClient(t, name, nil)
		tools, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		call, err := mcpcontracts.NewCall(mcpcontracts.ToolsList, nil)
		return cmp.Diff(nil, []any{session.InitializeResult(), tools, callText(t, session, call, err)})
	}
	if a, b := describe("a"), describe("owner/"+strings.Repeat("x", 1<<20)); a != b {
		t.Errorf("the client's name made a difference:\n%s", cmp.Diff(a, b))
	}
}
