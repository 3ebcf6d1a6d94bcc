// A server of the six tools on a runtime of its own.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// small is a runtime with one tool. What it does not define is never called.
type small struct{ runtimebridge.Connection }

func (s small) Connect(context.Context, authority.Grant, authority.Source) (runtimebridge.Connection, error) {
	return s, nil
}

func (small) Tools(context.Context) ([]runtimebridge.ToolSpec, error) {
	return []runtimebridge.ToolSpec{{
		Name: "count", Description: "Count the letters.", ReadOnly: true,
		InputSchema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"additionalProperties":false}`),
	}}, nil
}

func (small) CallTool(_ context.Context, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	if call.Name != "count" {
		return runtimebridge.Result{}, runtimebridge.ErrToolNotFound
	}
	return runtimebridge.TextResult(fmt.Sprint(len(runtimebridge.Arguments(call.Arguments).String("text")))), nil
}

func (small) Close(context.Context) error { return nil }

// silent is an audit log for a program that ends at once.
type silent struct{}

func (silent) Append(context.Context, runtimebridge.AuditType, string, map[string]any) error {
	return nil
}

func main() {
	if err := serve(mcpauth.Location{Dir: os.Args[1]}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(location mcpauth.Location) error {
	token, err := mcpauth.Create(location)
	if err != nil {
		return err
	}
	client, err := mcpauth.Authenticate(location, token.Reveal())
	if err != nil {
		return err
	}
	server, err := mcpserver.New(mcpserver.Options{
		Client: client, Owner: authority.Principal{ID: "owner/install/0123456789abcdef"},
		Runtime: small{}, Audit: silent{}, Version: "0.0.1",
	})
	if err != nil {
		return err
	}
	return server.Serve(context.Background(), os.Stdin, os.Stdout)
}
