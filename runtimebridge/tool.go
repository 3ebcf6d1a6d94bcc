package runtimebridge

import (
	"context"
	"encoding/json"

	"github.com/openprogram/openprogram-go/authority"
)

// Tool is a Runtime tool: something a model or a client can call by name.
type Tool interface {
	// Spec describes the tool. It is constant for the life of the tool.
	Spec() ToolSpec

	// Run does the work. The arguments have passed the tool's schema and the
	// gate has allowed the call. Run returns soon after ctx ends, with its
	// error. A failure the caller should read is a Result with IsError set;
	// any other error is reported to clients as a fixed text.
	Run(ctx context.Context, in Invocation) (Result, error)
}

// PathTool is a Tool that touches files named in its arguments. The gate asks
// for the paths before it decides, with the same decoded arguments that Run
// gets, so that what is decided is what is done.
type PathTool interface {
	Tool

	// Paths lists the paths the call would touch, as given. An error refuses
	// the call: what cannot be parsed cannot be judged.
	Paths(args Arguments) ([]string, error)
}

// ToolSpec describes a Runtime tool.
type ToolSpec struct {
	Name        string
	Description string
	InputSchema json.RawMessage // a closed JSON Schema (Draft 2020-12) of type object
	ReadOnly    bool            // it changes nothing: it runs without a rule
}

// ToolCall is a client's request to run one Runtime tool.
type ToolCall struct {
	Name      string
	Arguments map[string]any // decoded once, json.Number for numbers, never nil
	RequestID string         // the client's id as sent, for the audit log
	Outcome   *Outcome       // decides how the request ends; nil means nobody cancels
	Progress  func(Progress) // may be nil; called from any goroutine, never after CallTool returns
}

// Invocation is one allowed call as the tool sees it.
type Invocation struct {
	CallID    string // unique for this process
	Arguments Arguments
	Grant     authority.Grant
	Source    authority.Source
	SessionID string // empty outside a turn
	Origin    string // who asked and by which request, for records the tool keeps
	// Progress reports how far the call is. Never nil.
	Progress func(Progress)
	// Commit runs a short write unless the call was cancelled before; then it
	// returns the Cancellation and write is not run. A cancel waits for a
	// write that has begun. Outside a turn the call has completed with a write
	// that succeeded, and a cancel comes too late. Never nil.
	Commit func(write func() error) error
}

// Progress is one report of a running call: counts, never contents.
type Progress struct {
	Message string // constant words and numbers only
}
