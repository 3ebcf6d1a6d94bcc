package tool

import (
	"context"
	"errors"
	"log/slog"
	"time"

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
	Arguments map[string]any // decoded once; gate, audit and tool see this value
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

// GateOptions configure a Gate.
type GateOptions struct {
	Registry *Registry
	// Rules gives the rules in force now. An error refuses every call.
	Rules func() (authority.Rules, error)
	// WorkingDirs are where file tools may work. Empty means nowhere.
	WorkingDirs []string
	// Protected are paths that no file tool may touch, wherever they are.
	Protected []string
	// Unprotected are folders inside Protected that file tools may touch after
	// all, such as the memory folder.
	Unprotected []string
	Audit       runtimebridge.Audit
	// Timeout bounds one call. 0 means 60 s.
	Timeout time.Duration
	// Grace is how long a tool may take to return once its context has ended.
	// After it the call ends without the tool. 0 means 2 s.
	Grace time.Duration
	// StoreAllow stores one exact allow rule after an "always" answer. May be nil.
	StoreAllow func(ctx context.Context, rule authority.Rule) error
	Logger     *slog.Logger // nil discards
}

// Gate decides, audits and runs calls. It may be used from many goroutines.
type Gate struct{ options GateOptions }

// NewGate returns a Gate over a copy of the options. Registry, Rules and Audit
// are required; it panics without them.
func NewGate(options GateOptions) *Gate { return &Gate{options: options} }

// Call decides and runs one call. A tool that ran and failed, or ran out of
// time, is a Result with IsError set. The errors are ErrToolNotFound, an
// *ArgumentError, a *Denial, the *Cancellation once the request was cancelled,
// and the cause of ctx when it ended otherwise. A tool cannot make any of them.
func (g *Gate) Call(ctx context.Context, req Request) (runtimebridge.Result, error) {
	return runtimebridge.Result{}, errors.New("tool: not wired")
}

// Wait waits for tools that outlived their calls, until ctx ends.
func (g *Gate) Wait(ctx context.Context) error { return nil }
