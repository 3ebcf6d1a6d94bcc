package loopback

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrNoServer reports a server that did not start or ended too early. What it
// said is in the text of the error.
var ErrNoServer = errors.New("the server did not start")

// CallError is a call that the server refused by the protocol's own means. Its
// text is the server's.
type CallError struct {
	Code    int64
	Message string
}

// Error is the server's text.
func (e *CallError) Error() string { return e.Message }

// Options say how the server is started.
type Options struct {
	Command  string   // absolute path of the program
	Args     []string // such as mcp, serve
	Env      []string // the whole environment, NAME=VALUE
	Version  string   // of this program, as the client's
	Progress func(message string)
}

// Connection is a client with a server process of its own.
type Connection struct {
	session *mcp.ClientSession
	said    *lastLine
	report  bool
}

// Connect starts the server and shakes hands with it. The caller closes the
// connection. The error wraps ErrNoServer.
func Connect(ctx context.Context, o Options) (*Connection, error) {
	c := &Connection{said: &lastLine{}, report: o.Progress != nil}
	command := exec.Command(o.Command, o.Args...) // ended by Close, in the protocol's way
	command.Env = o.Env
	command.Stderr = c.said
	options := mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
	if c.report {
		options.ProgressNotificationHandler = func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			o.Progress(r.Params.Message)
		}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "openprogram", Version: o.Version}, &options)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		return nil, c.notStarted(ctx)
	}
	c.session = session
	return c, nil
}

func (c *Connection) notStarted(ctx context.Context) error {
	switch said := c.said.String(); {
	case ctx.Err() != nil:
		return errors.Join(ErrNoServer, ctx.Err())
	case said != "":
		return &startError{said}
	}
	return ErrNoServer
}

// startError is ErrNoServer with what the server said.
type startError struct{ said string }

func (e *startError) Error() string { return ErrNoServer.Error() + ": " + e.said }
func (e *startError) Unwrap() error { return ErrNoServer }

// Protocol is the version of the protocol that was agreed on.
func (c *Connection) Protocol() string { return c.session.InitializeResult().ProtocolVersion }

// Tools lists the names of the server's tools, in its order.
func (c *Connection) Tools(ctx context.Context) ([]string, error) {
	list, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return nil, c.failure(ctx, err)
	}
	names := make([]string, len(list.Tools))
	for i, tool := range list.Tools {
		names[i] = tool.Name
	}
	return names, nil
}

// Call calls a tool. arguments is JSON, nil for none; the server judges it. The
// error is a *CallError, the context's, or ErrNoServer for a server that has
// gone.
func (c *Connection) Call(ctx context.Context, tool string, arguments json.RawMessage) (Answer, error) {
	params := &mcp.CallToolParams{Name: tool}
	if arguments != nil {
		params.Arguments = arguments
	}
	if c.report {
		params.SetProgressToken("1")
	}
	result, err := c.session.CallTool(ctx, params)
	if err != nil {
		return Answer{}, c.failure(ctx, err)
	}
	return answerOf(result)
}

func (c *Connection) failure(ctx context.Context, err error) error {
	var refused *jsonrpc.Error
	switch {
	case errors.As(err, &refused):
		return &CallError{Code: refused.Code, Message: refused.Message}
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return c.notStarted(ctx)
}

// Close ends the server by closing its input, and waits for it.
func (c *Connection) Close() error { return c.session.Close() }
