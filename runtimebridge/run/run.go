package run

import (
	"context"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Run is the right to run a turn in one session, until Release.
type Run struct {
	control   *Control
	sessionID string
	outcome   *runtimebridge.Outcome
	ctx       context.Context
	cancel    context.CancelCauseFunc
	watched   chan struct{} // closed when the outcome is no longer watched
	unlock    func()        // gives the lock between processes back; nil before it is taken
	release   sync.Once
	released  chan struct{}
}

// newRun prepares a run and starts to watch its outcome; end stops that.
func newRun(ctx context.Context, c *Control, sessionID string, outcome *runtimebridge.Outcome) *Run {
	r := &Run{
		control: c, sessionID: sessionID, outcome: outcome,
		watched: make(chan struct{}), released: make(chan struct{}),
	}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	go r.watch()
	return r
}

// watch ends the context when the outcome is cancelled.
func (r *Run) watch() {
	defer close(r.watched)
	select {
	case <-r.outcome.Cancelled():
		r.cancel(r.outcome.Err())
	case <-r.ctx.Done():
	}
}

// Context is the context of everything that the run starts. It ends when the
// run is cancelled, with the *runtimebridge.Cancellation as its cause, when the
// context of the claim ends, and at Release.
func (r *Run) Context() context.Context { return r.ctx }

// SessionID names the session.
func (r *Run) SessionID() string { return r.sessionID }

// Outcome is the outcome of the claim, or the run's own when that had none.
func (r *Run) Outcome() *runtimebridge.Outcome { return r.outcome }

// Stop cancels the run and reports whether it did: not when it has completed,
// has been cancelled before or has been released.
func (r *Run) Stop(reason runtimebridge.CancelReason) bool {
	select {
	case <-r.released:
		return false
	default:
		return r.outcome.Cancel(reason)
	}
}

// Release gives the session back, in this process and to others. Nothing that
// the run started may write afterwards. Calling it again does nothing.
func (r *Run) Release() {
	r.release.Do(func() {
		r.end()
		if r.unlock != nil {
			r.unlock() // first, so that a successor here finds it free
		}
		r.control.leave(r)
		close(r.released)
	})
}

// end ends the context and waits for watch.
func (r *Run) end() {
	r.cancel(context.Canceled)
	<-r.watched
}

// cancelled reports whether somebody stopped the run, which is then on its way out.
func (r *Run) cancelled() bool { return r.cause() != nil }

// cause says why the run should not go on, nil when it should.
func (r *Run) cause() error {
	if err := r.outcome.Err(); err != nil {
		return err
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	return nil
}
