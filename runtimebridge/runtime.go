package runtimebridge

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
)

// Runtime is an agent runtime on this machine.
type Runtime interface {
	// Connect gives one client's view of the runtime. Everything done through
	// it runs under the grant and carries the source.
	Connect(ctx context.Context, grant authority.Grant, source authority.Source) (Connection, error)
}

// Connection is what one client can see and do. Its methods may be called from
// many goroutines. An error that is none of this package's is an internal
// failure; callers must not show its text to a client.
type Connection interface {
	// Sessions lists at most limit sessions, most recently changed first,
	// archived ones left out.
	Sessions(ctx context.Context, limit int) ([]SessionSummary, error)

	// Branch gives the active branch of a session, oldest message first:
	// user and assistant messages only. ErrSessionNotFound if there is none.
	Branch(ctx context.Context, sessionID string) ([]Message, error)

	// Prompt runs one turn and returns when it has ended. A turn that fails
	// (no key, provider down, step limit) is a result with Failed set.
	// ErrSessionNotFound for an unknown Prompt.SessionID, ErrSessionBusy while
	// a turn runs in any process, a *Cancellation once Outcome was cancelled.
	// A prompt that is refused leaves nothing behind.
	Prompt(ctx context.Context, p Prompt) (TurnResult, error)

	// Tools describes the Runtime tools that this client may call, in the
	// order in which the owner has exposed them.
	Tools(ctx context.Context) ([]ToolSpec, error)

	// CallTool decides and runs one call of a Runtime tool. ErrToolNotFound
	// for a tool that is not there or not exposed to this client, an
	// *ArgumentError for arguments that do not fit its schema, a *Denial when
	// the gate refuses, a *Cancellation once Outcome was cancelled. A tool that
	// ran and failed is a Result with IsError set.
	CallTool(ctx context.Context, call ToolCall) (Result, error)

	// Close ends the view. The caller has cancelled or awaited its calls.
	Close(ctx context.Context) error
}
