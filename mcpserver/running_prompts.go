package mcpserver

import (
	"sync"
	"time"
)

// runningPrompts knows which prompt_send of this connection runs on which
// session. Nobody else's turns are in it.
type runningPrompts struct {
	mu        sync.Mutex
	bySession map[string]*call
}

func newRunningPrompts() *runningPrompts {
	return &runningPrompts{bySession: map[string]*call{}}
}

// bind notes that a call's turn has a session. A call that still cleans up on
// the same session gives way.
func (r *runningPrompts) bind(c *call, session string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.session = session
	r.bySession[session] = c
}

// release forgets a call whose work has ended.
func (r *runningPrompts) release(c *call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bySession[c.session] == c {
		delete(r.bySession, c.session)
	}
}

// on is the call that runs on a session, nil if none does.
func (r *runningPrompts) on(session string) *call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bySession[session]
}

// sessionOf is the session of a call, for the audit log.
func (r *runningPrompts) sessionOf(c *call) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return c.session
}

// awaitCleanup waits until a cancelled prompt of this connection has left the
// session, so that the client's next one is not told that the session is busy.
func (r *runningPrompts) awaitCleanup(c *call, session string) {
	earlier := r.on(session)
	if earlier == nil || earlier.outcome.Err() == nil {
		return
	}
	patience := time.NewTimer(cleanupPatience)
	defer patience.Stop()
	select {
	case <-earlier.done:
	case <-patience.C:
	case <-c.ctx.Done():
	}
}
