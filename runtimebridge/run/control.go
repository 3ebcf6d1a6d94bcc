package run

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// pollEvery is how often a lock that another process holds is tried again.
const pollEvery = 10 * time.Millisecond

// Locker is what Control needs of the locks between processes; *Locks is one.
type Locker interface {
	// TryLock locks a session or fails with ErrBusy at once.
	TryLock(sessionID string) (release func(), err error)
}

// Options configure a Control.
type Options struct {
	Locks Locker // required
	// CleanupWait bounds the wait for a cancelled run of this process to
	// clean up. 0 means 5 s.
	CleanupWait time.Duration
	// HandoverWait bounds the wait for another process: its run may be about
	// to end. 0 means 150 ms.
	HandoverWait time.Duration
}

// Control knows the runs of this process, at most one for each session. It may
// be used from many goroutines.
type Control struct {
	options Options

	mu     sync.Mutex
	runs   map[string]*Run
	closed bool
}

// NewControl returns a Control without runs.
func NewControl(o Options) *Control {
	if o.Locks == nil {
		panic("run: Options.Locks is nil")
	}
	if o.CleanupWait == 0 {
		o.CleanupWait = 5 * time.Second
	}
	if o.HandoverWait == 0 {
		o.HandoverWait = 150 * time.Millisecond
	}
	return &Control{options: o, runs: map[string]*Run{}}
}

// Claim takes a session for one run. It waits while a cancelled run of this
// process cleans up, and briefly when another process has the session; then, or
// at once when a run that nobody has cancelled is in the way, it fails with
// runtimebridge.ErrSessionBusy. A claim whose ctx ends or whose outcome is
// cancelled meanwhile fails with that cause; after Shutdown every claim fails
// with runtimebridge.ErrClosed. A nil outcome is replaced by one of the run's
// own. The caller must Release the run.
func (c *Control) Claim(ctx context.Context, sessionID string, outcome *runtimebridge.Outcome) (*Run, error) {
	if outcome == nil {
		outcome = new(runtimebridge.Outcome)
	}
	r := newRun(ctx, c, sessionID, outcome)
	if err := c.enter(r); err != nil {
		r.end()
		return nil, err
	}
	unlock, err := c.lock(r)
	if err != nil {
		r.Release()
		return nil, err
	}
	r.unlock = unlock
	return r, nil
}

// Stop cancels the run of a session, if this process has one that has neither
// ended nor been cancelled, and reports whether it did. The run's Release
// follows; a claim made after Stop waits for it.
func (c *Control) Stop(sessionID string, reason runtimebridge.CancelReason) bool {
	c.mu.Lock()
	r := c.runs[sessionID]
	c.mu.Unlock()
	return r != nil && r.Stop(reason)
}

// Active reports whether this process has a run of the session, cancelled or not.
func (c *Control) Active(sessionID string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs[sessionID] != nil
}

// Shutdown refuses further claims, cancels every run and waits until all have
// been released, or until ctx ends: then it returns the cause.
func (c *Control) Shutdown(ctx context.Context, reason runtimebridge.CancelReason) error {
	c.mu.Lock()
	c.closed = true
	running := make([]*Run, 0, len(c.runs))
	for _, r := range c.runs {
		running = append(running, r)
	}
	c.mu.Unlock()
	for _, r := range running {
		r.Stop(reason)
	}
	for _, r := range running {
		select {
		case <-r.released:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// enter makes r the run of its session in this process.
func (c *Control) enter(r *Run) error {
	patience := time.NewTimer(c.options.CleanupWait)
	defer patience.Stop()
	for {
		if err := r.cause(); err != nil {
			return err
		}
		holder, err := c.place(r)
		if holder == nil {
			return err
		}
		if !holder.cancelled() {
			return runtimebridge.ErrSessionBusy
		}
		select {
		case <-holder.released:
		case <-r.ctx.Done():
		case <-patience.C:
			return runtimebridge.ErrSessionBusy
		}
	}
}

// place puts r in its session's place if that is empty, and otherwise tells who
// is there.
func (c *Control) place(r *Run) (holder *Run, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, runtimebridge.ErrClosed
	}
	if holder := c.runs[r.sessionID]; holder != nil {
		return holder, nil
	}
	c.runs[r.sessionID] = r
	return nil, nil
}

// leave empties the place that r is in. It happens once for each run, so an old
// one cannot put out a newer one.
func (c *Control) leave(r *Run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.runs, r.sessionID)
}

// lock takes the session from other processes.
func (c *Control) lock(r *Run) (func(), error) {
	deadline := time.Now().Add(c.options.HandoverWait)
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if err := r.cause(); err != nil {
			return nil, err
		}
		unlock, err := c.options.Locks.TryLock(r.sessionID)
		if !errors.Is(err, ErrBusy) {
			return unlock, err
		}
		if !time.Now().Before(deadline) {
			return nil, runtimebridge.ErrSessionBusy
		}
		select {
		case <-tick.C:
		case <-r.ctx.Done():
		}
	}
}
