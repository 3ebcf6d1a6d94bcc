package runtimebridge

import "sync"

// CancelReason says who ended a request early.
type CancelReason string

// The reasons of a cancellation.
const (
	ReasonPromptCancel     CancelReason = "prompt_cancel"
	ReasonRequestCancelled CancelReason = "request_cancelled"
	ReasonConnectionClosed CancelReason = "connection_closed"
)

// Cancellation is the error of a request that was cancelled, and the cause of
// its context. It is never turned into a result.
type Cancellation struct{ Reason CancelReason }

// Error is a fixed text; the reason is data.
func (*Cancellation) Error() string { return "request cancelled" }

// Outcome decides, once, how a request ends: completed or cancelled, never
// both. Whoever runs the request calls Complete right before the last effect
// that the requester will be told of; whoever stops it calls Cancel. A nil
// Outcome is one that nobody cancels.
type Outcome struct {
	mu        sync.Mutex
	completed bool
	cancelled *Cancellation
	stop      chan struct{} // closed by Cancel; made by Cancelled
}

// Complete claims the request for completion. It reports false when the request
// was cancelled before; it may be called again.
func (o *Outcome) Complete() bool {
	if o == nil {
		return true
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.completed = o.cancelled == nil
	return o.completed
}

// Cancel claims the request for cancellation. It reports true for the one call
// that did so. It waits for a Commit that has begun.
func (o *Outcome) Cancel(reason CancelReason) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.completed || o.cancelled != nil {
		return false
	}
	o.cancelled = &Cancellation{Reason: reason}
	if o.stop != nil {
		close(o.stop)
	}
	return true
}

// Err is nil, or the *Cancellation once the request was cancelled.
func (o *Outcome) Err() error {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cancelled == nil {
		return nil
	}
	return o.cancelled
}

// Commit runs a short write unless the request was cancelled before; then it
// returns the *Cancellation. No cancel happens while write runs, so a cancelled
// request has no later effect.
func (o *Outcome) Commit(write func() error) error {
	if o == nil {
		return write()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cancelled != nil {
		return o.cancelled
	}
	return write()
}

// Conclude is Commit for the write that the request is about: when it succeeds, the
// request has completed, in the same change. So nobody is told that a request was
// cancelled whose effect is there. A write that fails decides nothing.
func (o *Outcome) Conclude(write func() error) error {
	return o.Commit(func() error {
		err := write()
		if o != nil && err == nil {
			o.completed = true
		}
		return err
	})
}

// Cancelled is closed when the request is cancelled.
func (o *Outcome) Cancelled() <-chan struct{} {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stop == nil {
		o.stop = make(chan struct{})
		if o.cancelled != nil {
			close(o.stop)
		}
	}
	return o.stop
}
