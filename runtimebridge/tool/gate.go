package tool

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// GateOptions configure a Gate.
type GateOptions struct {
	Registry *Registry
	// Rules gives the rules in force now. An error refuses every call.
	Rules func() (authority.Rules, error)
	// WorkingDirs are where file tools may work. Relative paths start in the
	// first. Empty means nowhere.
	WorkingDirs []string
	// Protected are paths that no file tool may touch, wherever they are.
	Protected []string
	// Unprotected are folders inside Protected that file tools may touch after
	// all, such as the memory folder.
	Unprotected []string
	Audit       runtimebridge.Audit
	// Timeout bounds one call; in a turn a TimedTool may have longer. 0 means
	// 60 s.
	Timeout time.Duration
	// Grace is how long a tool may take to return once its context has ended.
	// After it the call ends without the tool. 0 means 2 s.
	Grace time.Duration
	// StoreAllow stores one exact allow rule after an "always" answer. May be nil.
	StoreAllow func(ctx context.Context, rule authority.Rule) error
	Logger     *slog.Logger // nil discards
}

// Gate decides, audits and runs calls. It may be used from many goroutines.
type Gate struct {
	options GateOptions
	running tasks
}

// NewGate returns a Gate over a copy of the options. Registry, Rules and Audit
// are required: it panics without them, because a gate that lets everything
// through must not exist.
func NewGate(options GateOptions) *Gate {
	if options.Registry == nil || options.Rules == nil || options.Audit == nil {
		panic("tool: a gate needs Registry, Rules and Audit")
	}
	if options.Timeout <= 0 {
		options.Timeout = time.Minute
	}
	if options.Grace <= 0 {
		options.Grace = 2 * time.Second
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	options.WorkingDirs = slices.Clone(options.WorkingDirs)
	options.Protected = slices.Clone(options.Protected)
	options.Unprotected = slices.Clone(options.Unprotected)
	return &Gate{options: options}
}

// Call decides and runs one call. A tool that ran and failed, or ran out of
// time, is a Result with IsError set. The errors are ErrToolNotFound, an
// *ArgumentError, a *Denial, the *Cancellation once the request was cancelled,
// and the cause of ctx when it ended otherwise. A tool cannot make any of them.
//
// A panic inside Run is a failure of the call. One in a goroutine that the tool
// started cannot be caught and ends the process.
func (g *Gate) Call(ctx context.Context, req Request) (runtimebridge.Result, error) {
	entry := g.options.Registry.available(req.Name)
	if entry == nil {
		return runtimebridge.Result{}, runtimebridge.ErrToolNotFound
	}
	c := newCall(req, entry)
	if err := c.checkArguments(); err != nil {
		return runtimebridge.Result{}, err
	}
	ruling := g.decide(ctx, c)
	if err := ended(ctx, req.Outcome); err != nil {
		return runtimebridge.Result{}, err
	}
	if err := g.recordDecision(ctx, c, ruling); err != nil {
		return runtimebridge.Result{}, &runtimebridge.Denial{Kind: runtimebridge.DeniedAuditUnavailable}
	}
	if !ruling.allowed {
		return ruling.refusal()
	}
	started := time.Now()
	end := g.run(ctx, c)
	g.recordEnd(ctx, c, end, time.Since(started))
	return end.result, end.err
}

// Wait waits, until ctx ends, for tools that outlived their calls.
func (g *Gate) Wait(ctx context.Context) error { return g.running.wait(ctx) }

// ended gives the error of a request that is over: the Cancellation, or the
// cause of its context.
func ended(ctx context.Context, outcome *runtimebridge.Outcome) error {
	if err := outcome.Err(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
