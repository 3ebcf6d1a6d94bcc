package mcpserver

import (
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// cleanupPatience is how long anybody waits for the work of a cancelled call to
// end. A runtime that ignores its context cannot hold up more than that.
const cleanupPatience = 5 * time.Second

// cancelRequested handles notifications/cancelled. An id that is unknown,
// answered already or malformed is ignored.
func (c *connection) cancelRequested(params any) {
	members, _ := params.(map[string]any)
	id, ok := newRequestID(members["requestId"])
	if !ok {
		return
	}
	c.mu.Lock()
	call := c.inFlight[id]
	c.mu.Unlock()
	if call != nil && call.cancelling.CompareAndSwap(false, true) {
		// Not on the reading goroutine: a cancel waits for a write of the call.
		c.spawn(func() { c.cancel(call, runtimebridge.ReasonRequestCancelled) })
	}
}

// cancel ends a call early: its client is told at once, its work is stopped, and
// when that has ended the audit log is told. It reports true for the one cancel
// that did so, false when the call has been decided before.
func (c *connection) cancel(call *call, reason runtimebridge.CancelReason) bool {
	if !call.outcome.Cancel(reason) {
		return false
	}
	call.stop(call.outcome.Err())
	if call.queue.withdraw(call) {
		close(call.done)
	}
	c.answer(call, answerCancelled)
	c.work.Go(func() { c.recordCancellation(call, reason) })
	return true
}

func (c *connection) recordCancellation(call *call, reason runtimebridge.CancelReason) {
	patience := time.NewTimer(cleanupPatience)
	defer patience.Stop()
	select {
	case <-call.done:
	case <-patience.C:
	case <-c.expired:
	}
	c.trail.requestCancelled(call.id, c.prompts.sessionOf(call), reason)
}
