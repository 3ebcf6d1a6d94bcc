package engine

import (
	"context"
	"errors"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/event"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
	"github.com/openprogram/openprogram-go/runtimebridge/question"
	"github.com/openprogram/openprogram-go/runtimebridge/run"
	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

// ErrGrant reports a connection for a client with more than a client's rights.
var ErrGrant = errors.New("engine: a client's grant is paired and non-interactive")

// Engine is the embedded runtime. It may be used from many goroutines.
type Engine struct {
	options   Options
	locks     *run.Locks
	control   *run.Control
	bus       *event.Bus
	questions *question.Registry
	registry  *tool.Registry
	remote    *remoteTools
	gate      *tool.Gate
	memory    *memory.Workspace
	sessions  *lazy[store.Store]
	turns     *lazy[*turn.Runner]
	repaired  *lazy[struct{}]
	condition condition
}

var _ runtimebridge.Runtime = (*Engine)(nil)

// New assembles an Engine over a copy of the options. It opens nothing. The
// errors are ErrOptions, those of run.OpenLocks, and those of registering
// ExtraTools.
func New(options Options) (*Engine, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	locks, err := run.OpenLocks(options.state("run.lock"))
	if err != nil {
		return nil, err
	}
	e := &Engine{
		options:   options,
		locks:     locks,
		control:   run.NewControl(run.Options{Locks: locks}),
		condition: condition{log: options.Logger},
		bus:       event.NewBus(event.Options{Now: options.Now, Logger: options.Logger}),
		questions: question.NewRegistry(question.Options{}),
		registry:  tool.NewRegistry(),
		memory:    options.openMemory(),
	}
	if err := e.registerTools(); err != nil {
		return nil, err
	}
	e.remote = newRemoteTools(options.Remote, e.registry, options.Logger)
	e.gate = tool.NewGate(tool.GateOptions{
		Registry: e.registry, Rules: options.Rules, WorkingDirs: options.WorkingDirs,
		Protected: options.protected(), Unprotected: options.unprotected(),
		Audit: options.Audit, Timeout: options.ToolTimeout, Grace: toolGrace,
		StoreAllow: options.StoreAllow, Logger: options.Logger,
	})
	e.sessions = newLazy(func() (store.Store, error) {
		return sqlitestore.Open(options.state("sessions.db"), sqlitestore.Options{Logger: options.Logger})
	})
	e.turns = newLazy(e.newRunner)
	e.repaired = newLazy(e.repair)
	return e, nil
}

// newRunner makes the Runner; the caller holds an open store already.
func (e *Engine) newRunner() (*turn.Runner, error) {
	sessions, err := e.sessions.get(context.Background())
	if err != nil {
		return nil, err
	}
	return turn.New(turn.Options{
		Store: sessions, Control: e.control, Gate: e.gate, Tools: e.registry, Bus: e.bus, Questions: e.questions,
		Audit: e.options.Audit, Provider: e.options.Provider, MaxSteps: e.options.MaxSteps, TurnTimeout: e.options.TurnTimeout,
		Now: e.options.Now, Logger: e.options.Logger,
	}), nil
}

// Connect gives one client's view. For a client, the allowlist of this moment is
// its upper bound. ErrGrant when a client comes with more than a client's
// rights; otherwise the error of Options.Exposed.
func (e *Engine) Connect(ctx context.Context, grant authority.Grant, source authority.Source) (runtimebridge.Connection, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	c := &connection{engine: e, grant: grant, source: source}
	if source == authority.SourceTerminal {
		return c, nil
	}
	if grant.Tier != authority.TierPaired || grant.Interaction != authority.NonInteractive {
		return nil, ErrGrant
	}
	names, err := e.options.Exposed()
	if err != nil {
		return nil, err
	}
	c.exposure = newExposure(names, e.options.Exposed)
	return c, nil
}

// Store gives the session store, for the owner's own commands. The caller must
// not close it.
func (e *Engine) Store(ctx context.Context) (store.Store, error) { return e.sessions.get(ctx) }

// Busy reports whether a turn runs in a session, in any process.
func (e *Engine) Busy(sessionID string) bool { return e.locks.Held(sessionID) }

// Memory gives the memory, for the owner's own commands. The caller must not
// close it.
func (e *Engine) Memory() *memory.Workspace { return e.memory }

// Registry gives the Runtime tools. Tools may be added and removed while the
// engine runs, as those of a remote server are.
func (e *Engine) Registry() *tool.Registry { return e.registry }

// Events gives the bus on which turns and tool calls are told of.
func (e *Engine) Events() *event.Bus { return e.bus }

// Owner is the owner of this installation.
func (e *Engine) Owner() authority.Principal { return e.options.Owner }

// Close cancels the turns that run, waits for them, for their provider calls and
// for tools that outlived their calls, and closes what was opened. When ctx ends
// first, what nobody is opening is closed nevertheless and the error says so. Later calls fail with
// runtimebridge.ErrClosed.
func (e *Engine) Close(ctx context.Context) error {
	stopped := e.control.Shutdown(ctx, runtimebridge.ReasonConnectionClosed)
	waited := e.turns.close(ctx, func(r *turn.Runner) error { return r.Wait(ctx) })
	return errors.Join(
		stopped,
		e.repaired.close(ctx, func(struct{}) error { return nil }),
		waited,
		e.gate.Wait(ctx),
		e.memory.Close(),
		e.sessions.close(ctx, store.Store.Close),
	)
}
