package engine

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

// connection is one client's view of the engine.
type connection struct {
	engine   *Engine
	grant    authority.Grant
	source   authority.Source
	exposure *exposure // nil for the owner's terminal: everything
	closed   atomic.Bool
}

var _ runtimebridge.Connection = (*connection)(nil)

func (c *connection) open() error {
	if c.closed.Load() {
		return runtimebridge.ErrClosed
	}
	return nil
}

// Sessions lists the latest sessions.
func (c *connection) Sessions(ctx context.Context, limit int) ([]runtimebridge.SessionSummary, error) {
	sessions, err := c.store(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := sessions.Sessions(ctx, store.Query{Limit: limit})
	if c.engine.condition.note(err) != nil {
		return nil, err
	}
	summaries := make([]runtimebridge.SessionSummary, len(rows))
	for i, row := range rows {
		summaries[i] = runtimebridge.SessionSummary{ID: row.ID, Title: row.Title, UpdatedAt: row.UpdatedAt}
	}
	return summaries, nil
}

// Branch gives the active branch of a session.
func (c *connection) Branch(ctx context.Context, sessionID string) ([]runtimebridge.Message, error) {
	sessions, err := c.store(ctx)
	if err != nil {
		return nil, err
	}
	branch, err := sessions.Branch(ctx, sessionID)
	return branch, c.engine.condition.note(err)
}

func (c *connection) store(ctx context.Context) (store.Store, error) {
	if err := c.open(); err != nil {
		return nil, err
	}
	sessions, err := c.engine.sessions.get(ctx)
	if err != nil {
		return nil, c.engine.condition.note(err)
	}
	c.engine.repairOnce(ctx)
	return sessions, nil
}

// Prompt runs one turn.
func (c *connection) Prompt(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
	if err := c.open(); err != nil {
		return runtimebridge.TurnResult{}, err
	}
	runner, err := c.engine.turns.get(ctx)
	if cancelled := p.Outcome.Err(); err != nil && cancelled != nil {
		return runtimebridge.TurnResult{}, cancelled
	}
	if err != nil {
		return runtimebridge.TurnResult{}, c.engine.condition.note(err)
	}
	c.engine.repairOnce(ctx)
	result, err := runner.Run(ctx, turn.Request{Prompt: p, Grant: c.grant, Source: c.source, Prepare: c.loadRemote})
	return result, c.engine.condition.noteTurn(err)
}

// loadRemote brings the tools of other servers up to date, for the owner alone.
func (c *connection) loadRemote(ctx context.Context) {
	if c.source == authority.SourceTerminal {
		c.engine.remote.load(ctx)
	}
}

// Tools describes what this client may call. A client sees what is exposed and
// within its tier; the owner sees everything, by name.
func (c *connection) Tools(ctx context.Context) ([]runtimebridge.ToolSpec, error) {
	if err := c.open(); err != nil {
		return nil, err
	}
	c.loadRemote(ctx)
	registry := c.engine.registry
	names := registry.Names
	if c.exposure != nil {
		names = c.exposure.names
	}
	specs := []runtimebridge.ToolSpec{}
	for _, name := range names() {
		if !c.grant.Tier.Allows(authority.ToolCapability(name)) {
			continue
		}
		if spec, ok := registry.Lookup(name); ok {
			specs = append(specs, spec)
		}
	}
	return specs, nil
}

// CallTool runs one call. A tool that is not exposed is not there.
func (c *connection) CallTool(ctx context.Context, call runtimebridge.ToolCall) (runtimebridge.Result, error) {
	if err := c.open(); err != nil {
		return runtimebridge.Result{}, err
	}
	if c.exposure != nil && !slices.Contains(c.exposure.names(), call.Name) {
		return runtimebridge.Result{}, runtimebridge.ErrToolNotFound
	}
	return c.engine.gate.Call(ctx, tool.Request{
		Name: call.Name, Arguments: call.Arguments,
		Grant: c.grant, Source: c.source, Scope: tool.ScopeClient,
		RequestID: call.RequestID, Outcome: call.Outcome, Progress: call.Progress,
	})
}

// Close ends the view.
func (c *connection) Close(context.Context) error {
	c.closed.Store(true)
	return nil
}
