package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/loopback"
)

var (
	errNoToken       = errors.New("there is no token yet: openprogram mcp token create")
	errTokenUnusable = errors.New("the token cannot be used: openprogram mcp token status says why")
)

// ConnectAsClient starts a server as a client with this server's entry does, in
// the environment given, and connects to it. progress may be nil. The caller
// closes the connection.
func ConnectAsClient(ctx context.Context, e ClientEntries, environ []string, progress func(string)) (*loopback.Connection, error) {
	token, err := mcpauth.Stored(mcpauth.Location(e.Location))
	switch {
	case errors.Is(err, mcpauth.ErrNoToken):
		return nil, errNoToken
	case err != nil:
		return nil, errTokenUnusable
	}
	entry := e.Entry(token.Reveal())
	return loopback.Connect(ctx, loopback.Options{
		Command: entry.Command, Args: entry.Args, Env: with(environ, entry.Env),
		Version: ThisBuild().Version, Progress: progress,
	})
}

// with is an environment with some variables set anew.
func with(environ []string, variables map[string]string) []string {
	out := slices.DeleteFunc(slices.Clone(environ), func(assignment string) bool {
		name, _, _ := strings.Cut(assignment, "=")
		_, replaced := variables[name]
		return replaced
	})
	for name, value := range variables {
		out = append(out, name+"="+value)
	}
	return out
}
