package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// shouting is a runtime of one's own: one tool, and turns that shout back. What
// it does not define is left to a nil Connection and never called here.
type shouting struct{ runtimebridge.Connection }

func (s shouting) Connect(context.Context, authority.Grant, authority.Source) (runtimebridge.Connection, error) {
	return s, nil
}

func (shouting) Tools(context.Context) ([]runtimebridge.ToolSpec, error) {
	return []runtimebridge.ToolSpec{{
		Name: "shout", Description: "Say it louder.", ReadOnly: true,
		InputSchema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"additionalProperties":false}`),
	}}, nil
}

func (shouting) CallTool(_ context.Context, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	if call.Name != "shout" {
		return runtimebridge.Result{}, runtimebridge.ErrToolNotFound
	}
	return runtimebridge.TextResult(strings.ToUpper(runtimebridge.Arguments(call.Arguments).String("text"))), nil
}

func (shouting) Close(context.Context) error { return nil }

// printed is an audit log that is read by people.
type printed struct{}

func (printed) Append(_ context.Context, kind runtimebridge.AuditType, _ string, _ map[string]any) error {
	fmt.Println("audit:", kind)
	return nil
}

// privateDir is a directory for this example's token.
func privateDir() (string, error) {
	dir, err := os.MkdirTemp("", "mcpserver-example-")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// An MCP server on a runtime of one's own. A program would pass os.Stdin and
// os.Stdout, and keep everything else off the latter.
func Example() {
	dir, err := privateDir()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	location := mcpauth.Location{Dir: dir}
	token, err := mcpauth.Create(location)
	if err != nil {
		fmt.Println(err)
		return
	}
	client, err := mcpauth.Authenticate(location, token.Reveal()) // a program takes it from its environment
	if err != nil {
		fmt.Println(err)
		return
	}
	server, err := mcpserver.New(mcpserver.Options{
		Client:  client,
		Owner:   authority.Principal{ID: "owner/install/0123456789abcdef"},
		Runtime: shouting{},
		Audit:   printed{},
		Version: "0.1.0",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"shout","arguments":{"text":"hello"}}}}
`)
	if err := server.Serve(context.Background(), in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// audit: mcp.server.started
	// {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"tools":{}},"protocolVersion":"2025-11-25","serverInfo":{"name":"openprogram","version":"0.1.0"}}}
	// {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"HELLO"}],"isError":false}}
	// audit: mcp.server.stopped
}
