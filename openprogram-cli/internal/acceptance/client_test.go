//go:build unix

package acceptance_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// client is an MCP client of the official SDK with a server process of its own.
type client struct {
	t       *testing.T
	session *mcp.ClientSession
	wire    *wire
}

func (h *home) connect() *client { return h.connectAs("acceptance") }

func (h *home) connectAs(name string) *client {
	h.t.Helper()
	c := &client{t: h.t, wire: newWire()}
	command := h.command("mcp", "serve")
	command.Env = append(command.Env, h.withToken())
	sdk := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, nil)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	session, err := sdk.Connect(ctx, &mcp.LoggingTransport{
		Transport: &mcp.CommandTransport{Command: command}, Writer: c.wire,
	}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	c.session = session
	h.t.Cleanup(func() { session.Close() })
	return c
}

// close ends the connection; the server has to end well.
func (c *client) close() {
	c.t.Helper()
	if err := c.session.Close(); err != nil {
		c.t.Errorf("the server ended with %v", err)
	}
}

// reply is what a call came to.
type reply struct {
	text    string
	isError bool
	failure *jsonrpc.Error // instead of a result
}

// call calls one of the six tools and waits for the answer.
func (c *client) call(tool string, arguments any) reply {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := c.send(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	return r
}

func (c *client) send(ctx context.Context, params *mcp.CallToolParams) (reply, error) {
	result, err := c.session.CallTool(ctx, params)
	var failure *jsonrpc.Error
	switch {
	case errors.As(err, &failure):
		return reply{failure: failure}, nil
	case err != nil:
		return reply{}, err
	}
	var texts []string
	for _, content := range result.Content {
		if text, ok := content.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return reply{text: strings.Join(texts, "\n"), isError: result.IsError}, nil
}

// runtimeTool calls a Runtime tool by way of tool_call.
func (c *client) runtimeTool(name string, arguments map[string]any) reply {
	c.t.Helper()
	return c.call("tool_call", map[string]any{"name": name, "arguments": arguments})
}

// prompt sends a prompt that has to be answered.
func (c *client) prompt(text, sessionID string) turn {
	c.t.Helper()
	arguments := map[string]any{"prompt": text}
	if sessionID != "" {
		arguments["session_id"] = sessionID
	}
	return decode[turn](c.t, c.call("prompt_send", arguments))
}

// turn is the result of prompt_send.
type turn struct {
	SessionID string `json:"session_id"`
	MessageID string `json:"assistant_msg_id"`
	Text      string `json:"text"`
	Failed    bool   `json:"failed"`
}

// message is one message of session_get.
type message struct {
	ID        string  `json:"id"`
	Role      string  `json:"role"`
	Content   string  `json:"content"`
	Timestamp float64 `json:"timestamp"`
}

// decode reads the JSON of a result that is no failure.
func decode[T any](t *testing.T, r reply) T {
	t.Helper()
	var value T
	if r.failure != nil || r.isError {
		t.Fatalf("not a result: %+v, %v", r, r.failure)
	}
	d := json.NewDecoder(strings.NewReader(r.text))
	d.DisallowUnknownFields()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%q: %v", r.text, err)
	}
	return value
}
