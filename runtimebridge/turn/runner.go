package turn

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// ErrBlankPrompt reports a prompt without text.
var ErrBlankPrompt = errors.New("turn: prompt is blank")

// errTimeout is the cause of a turn's context when its time is over.
var errTimeout = errors.New("turn: out of time")

// Runner runs turns. It may be used from many goroutines.
type Runner struct {
	options Options
	room    *room
	workers sync.WaitGroup // provider calls, those left behind by their turns too

	undropped undropped
}

// New returns a Runner over a copy of the options. It panics when a required
// one is missing.
func New(options Options) *Runner {
	options.check()
	return &Runner{options: options.withDefaults(), room: newRoom()}
}

// Request is one prompt with the rights and the door it came through. Both hold
// for everything that the turn does.
type Request struct {
	Prompt runtimebridge.Prompt
	Grant  authority.Grant
	Source authority.Source
	// Prepare runs when the turn has begun, before it looks up the tools. It
	// returns soon after ctx ends. May be nil.
	Prepare func(ctx context.Context)
}

// Run runs one turn and returns when it has ended and nothing of it can write
// any more. A turn that fails is a result with Failed set and a fixed sentence
// as its text. The errors are those of runtimebridge.Connection.Prompt, a
// *runtimebridge.Denial for a grant without reply, ErrBlankPrompt, what
// Prompt.Admit returned, and store errors for a turn whose end could not be
// stored.
func (r *Runner) Run(ctx context.Context, req Request) (runtimebridge.TurnResult, error) {
	outcome := req.Prompt.Outcome
	isNew, err := r.admissible(ctx, &req)
	if err != nil {
		return refused(ctx, outcome, err)
	}
	claim, err := r.options.Control.Claim(ctx, req.Prompt.SessionID, outcome)
	if err != nil {
		return refused(ctx, outcome, err)
	}
	defer claim.Release()
	t := newTurn(r, req, claim)
	defer t.observe.close()
	if err := t.begin(claim.Context(), isNew); err != nil {
		return refused(ctx, claim.Outcome(), err)
	}
	limited, stop := context.WithTimeoutCause(claim.Context(), r.options.TurnTimeout, errTimeout)
	defer stop()
	text, err := t.play(limited)
	return t.end(limited, text, err)
}

// refused is how a prompt ends that never became a turn. Whatever went wrong, a
// request that was cancelled meanwhile has been cancelled.
func refused(ctx context.Context, outcome *runtimebridge.Outcome, err error) (runtimebridge.TurnResult, error) {
	if ctx.Err() != nil || outcome.Err() != nil {
		err = cancellation(ctx, outcome)
	}
	return runtimebridge.TurnResult{}, err
}

// Wait ends what cancelled turns have left open and waits for provider calls
// that outlived their turns, until ctx ends: then it returns the cause. No turn
// may be started meanwhile.
func (r *Runner) Wait(ctx context.Context) error {
	for _, id := range r.undropped.sessions() {
		r.dropLate(ctx, id)
	}
	gone := make(chan struct{})
	go func() {
		r.workers.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// admissible checks a request before anything is claimed, and gives a new
// session its id.
func (r *Runner) admissible(ctx context.Context, req *Request) (isNew bool, err error) {
	if !req.Grant.Tier.Allows(authority.Reply) {
		return false, &runtimebridge.Denial{Kind: runtimebridge.DeniedCapability, Capability: authority.Reply}
	}
	req.Prompt.Text = strings.ToValidUTF8(req.Prompt.Text, "\uFFFD")
	if clean(req.Prompt.Text) == "" {
		return false, ErrBlankPrompt
	}
	if err := req.Prompt.Outcome.Err(); err != nil {
		return false, err
	}
	if req.Prompt.SessionID == "" {
		req.Prompt.SessionID = newSessionID(req.Source)
		return true, nil
	}
	_, err = r.options.Store.Session(ctx, req.Prompt.SessionID)
	return false, err
}
