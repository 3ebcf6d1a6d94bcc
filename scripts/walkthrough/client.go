package main

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// client is an MCP client with its own server process.
type client struct {
	name    string
	script  *transcript
	session *mcp.ClientSession
	meter   *progressMeter
}

// serve starts the server the way a client does, as a child on pipes.
func (s *stage) serve(ctx context.Context, name string) (*client, error) {
	c := &client{name: name, script: s.script, meter: &progressMeter{}}
	command := exec.Command(s.binary, "mcp", "serve")
	command.Env = s.environment(tokenVariable + "=" + s.token)
	command.Dir = s.home
	sdk := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, nil)
	transport := &mcp.LoggingTransport{Transport: &mcp.CommandTransport{Command: command}, Writer: c.meter}
	session, err := sdk.Connect(ctx, transport, nil)
	if err != nil {
		return nil, err
	}
	c.session = session
	s.served = append(s.served, c)
	return c, nil
}

func (c *client) close() error {
	session := c.session
	c.session = nil
	if session == nil {
		return nil
	}
	return session.Close()
}

// reply is what a call came to: the text of a result, or a protocol error.
type reply struct {
	text    string
	isError bool
	err     *jsonrpc.Error
}

func (r reply) String() string {
	switch {
	case r.err != nil:
		return "protocol error " + r.code() + ": " + r.err.Message
	case r.isError:
		return "isError: " + r.text
	}
	return r.text
}

func (r reply) code() string {
	code, _ := json.Marshal(r.err.Code)
	return string(code)
}

func (r reply) good() bool { return r.err == nil && !r.isError }

// decode reads the JSON of a good reply.
func (r reply) decode(value any) bool {
	return r.good() && json.Unmarshal([]byte(r.text), value) == nil
}

// call calls a wrapper tool and shows request and answer.
func (c *client) call(ctx context.Context, tool string, arguments any) (reply, error) {
	return c.show(ctx, describe(tool, arguments), &mcp.CallToolParams{Name: tool, Arguments: arguments})
}

// callWithProgress is call with a progress token; it returns the reports.
func (c *client) callWithProgress(ctx context.Context, tool string, arguments any) (reply, []float64, error) {
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	params.SetProgressToken("walkthrough")
	c.meter.take()
	r, err := c.show(ctx, describe(tool, arguments)+"  (with a progress token)", params)
	return r, c.meter.take(), err
}

func (c *client) show(ctx context.Context, request string, params *mcp.CallToolParams) (reply, error) {
	c.script.request(c.name, request)
	r, err := c.send(ctx, params)
	if err == nil {
		c.script.answer(readable(r.String()))
	}
	return r, err
}

// send calls a tool. The error is one of the connection; what the server
// answered is a reply.
func (c *client) send(ctx context.Context, params *mcp.CallToolParams) (reply, error) {
	result, err := c.session.CallTool(ctx, params)
	var protocol *jsonrpc.Error
	switch {
	case errors.As(err, &protocol):
		return reply{err: protocol}, nil
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

func describe(tool string, arguments any) string {
	if arguments == nil {
		return tool
	}
	data, err := json.Marshal(arguments)
	if err != nil {
		return tool
	}
	return tool + " " + string(data)
}
