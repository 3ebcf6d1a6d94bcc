package tool

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Scope says who made a call; it picks the audit record types.
type Scope string

// The scopes.
const (
	ScopeClient Scope = "client" // a client's tool_call: mcp.tool.*
	ScopeTurn   Scope = "turn"   // a model's call inside a turn: turn.tool.*
)

// Request is one call that the gate decides and runs.
type Request struct {
	Name      string
	Arguments map[string]any // decoded once; the gate works on a copy, which the tool gets
	Grant     authority.Grant
	Source    authority.Source
	Scope     Scope
	SessionID string // empty outside a turn
	RequestID string
	CallID    string // the model's id, or empty: then the gate makes one
	Outcome   *runtimebridge.Outcome
	Progress  func(runtimebridge.Progress)                                       // may be nil
	Ask       func(context.Context, runtimebridge.Question) runtimebridge.Answer // nil: nobody can answer
}
