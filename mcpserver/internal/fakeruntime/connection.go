package fakeruntime

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

type connection struct{ runtime *Runtime }

// Sessions implements runtimebridge.Connection, as the other methods do.
func (c *connection) Sessions(_ context.Context, limit int) ([]runtimebridge.SessionSummary, error) {
	r := c.runtime
	if r.Sessions != nil {
		return r.Sessions(limit)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []runtimebridge.SessionSummary
	for _, s := range slices.Backward(r.sessions) {
		list = append(list, runtimebridge.SessionSummary{ID: s.id, Title: "a <title> & more", UpdatedAt: s.updated})
	}
	return list, nil
}

// Branch reads what prompts have stored.
func (c *connection) Branch(_ context.Context, id string) ([]runtimebridge.Message, error) {
	r := c.runtime
	if r.Branch != nil {
		return r.Branch(id)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.find(id)
	if s == nil {
		return nil, runtimebridge.ErrSessionNotFound
	}
	return slices.Clone(s.messages), nil
}

// Schema is the input schema of every tool that is listed.
const Schema = `{"type":"object","properties":{"query":{"type":"string"}},"required":["query"],"additionalProperties":false}`

// Tools lists two of the tools.
func (c *connection) Tools(context.Context) ([]runtimebridge.ToolSpec, error) {
	if c.runtime.ListTools != nil {
		return c.runtime.ListTools()
	}
	return []runtimebridge.ToolSpec{
		{Name: "echo", Description: "Say it again.", InputSchema: json.RawMessage(Schema), ReadOnly: true},
		{Name: "report", Description: "Report progress.", InputSchema: json.RawMessage(Schema)},
	}, nil
}

// CallTool does what the tool of that name does.
func (c *connection) CallTool(ctx context.Context, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	tool, ok := c.runtime.Tools[call.Name]
	if !ok {
		return runtimebridge.Result{}, runtimebridge.ErrToolNotFound
	}
	return tool(ctx, c.runtime, call)
}

// Close succeeds unless a test says otherwise.
func (c *connection) Close(ctx context.Context) error {
	if c.runtime.CloseFunc != nil {
		return c.runtime.CloseFunc(ctx)
	}
	return nil
}
