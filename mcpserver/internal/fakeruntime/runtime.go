package fakeruntime

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// ErrInternal is a failure whose text must reach no client.
var ErrInternal = errors.New("secret-canary: dial /var/run/backend.sock")

// Runtime is the fake. Its fields may be set before it is connected.
type Runtime struct {
	ConnectErr error
	Sessions   func(limit int) ([]runtimebridge.SessionSummary, error) // nil lists what prompts made
	Branch     func(id string) ([]runtimebridge.Message, error)        // nil reads what prompts made
	ListTools  func() ([]runtimebridge.ToolSpec, error)                // nil lists two tools
	Tools      map[string]ToolFunc
	CloseFunc  func(context.Context) error // nil succeeds

	BeforeAdmit func(context.Context)           // may be nil
	Result      func(*runtimebridge.TurnResult) // changes what a turn gives; may be nil

	mu        sync.Mutex
	grants    []authority.Grant
	sources   []authority.Source
	sessions  []*session
	made      int // sessions so far
	late      int
	questions []runtimebridge.Answer
	free      chan struct{}
}

// ToolFunc is what a tool does when it is called.
type ToolFunc func(context.Context, *Runtime, runtimebridge.ToolCall) (runtimebridge.Result, error)

type session struct {
	id       string
	busy     bool
	updated  time.Time
	messages []runtimebridge.Message
}

// New makes a runtime with the standard tools.
func New() *Runtime {
	return &Runtime{Tools: standardTools(), free: make(chan struct{})}
}

// Connect implements runtimebridge.Runtime.
func (r *Runtime) Connect(_ context.Context, grant authority.Grant, source authority.Source) (runtimebridge.Connection, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.grants = append(r.grants, grant)
	r.sources = append(r.sources, source)
	if r.ConnectErr != nil {
		return nil, r.ConnectErr
	}
	return &connection{runtime: r}, nil
}

// Grants are those that were used to connect, and their sources.
func (r *Runtime) Grants() ([]authority.Grant, []authority.Source) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.grants, r.sources
}

// Free lets everything go on that ignores its context.
func (r *Runtime) Free() { close(r.free) }

// Freed is closed by Free.
func (r *Runtime) Freed() <-chan struct{} { return r.free }

// Late counts the writes that came after a cancel and were refused.
func (r *Runtime) Late() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.late
}

// Questions are the answers that turns got.
func (r *Runtime) Questions() []runtimebridge.Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.questions
}

// commit does a write unless the request was cancelled.
func (r *Runtime) commit(outcome *runtimebridge.Outcome, write func()) error {
	return r.countLate(outcome.Commit(func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		write()
		return nil
	}))
}

// complete does the last write of a request unless it was cancelled.
func (r *Runtime) complete(outcome *runtimebridge.Outcome, write func()) error {
	if !outcome.Complete() {
		return r.countLate(outcome.Err())
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	write()
	return nil
}

func (r *Runtime) countLate(err error) error {
	if err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.late++
	}
	return err
}

// block waits for the end of the request, as well-behaved work does.
func block(ctx context.Context, outcome *runtimebridge.Outcome) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-outcome.Cancelled():
		return outcome.Err()
	}
}
