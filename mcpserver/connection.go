package mcpserver

import (
	"context"
	"io"
	"log/slog"
	"math"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// connection serves one client. One goroutine reads and decides what each frame
// is; every call runs in a goroutine of its own; one goroutine writes.
type connection struct {
	limits   Limits
	runtime  runtimebridge.Connection
	trail    trail
	log      *slog.Logger
	protocol *protocol
	out      *outbox
	prompts  *runningPrompts
	listing  toolListing
	lanes    [lanes]*admission

	root      context.Context // of every call; ended by abandon
	abandon   context.CancelCauseFunc
	accepting context.Context // ended by refuseAll: then no more calls are accepted
	refuseAll context.CancelFunc
	expired   chan struct{} // closed when nothing is waited for any more

	initialized bool // of the reading goroutine
	refused     int  // frames, of the reading goroutine

	work sync.WaitGroup // calls, cancellations and their records

	mu       sync.Mutex
	inFlight map[requestID]*call
	open     int           // calls whose answer has not been queued
	idle     chan struct{} // closed when open reaches 0, if somebody waits for it
	stopped  bool
}

// newConnection starts the protocol session and nothing else.
func (s *Server) newConnection(ctx context.Context, view runtimebridge.Connection, trail trail, out io.Writer) *connection {
	limits := s.options.Limits
	root, abandon := context.WithCancelCause(context.WithoutCancel(ctx))
	accepting, refuseAll := context.WithCancel(root)
	return &connection{
		limits:   limits,
		runtime:  view,
		trail:    trail,
		log:      s.options.Logger,
		protocol: newProtocol(root, s.sdk),
		out:      newOutbox(out, limits.UnsentBytes),
		prompts:  newRunningPrompts(),
		lanes: [lanes]*admission{
			laneLight:   newAdmission(admissionLimits{limits.RunningLight, math.MaxInt, math.MaxInt, math.MaxInt}),
			laneHeavy:   newAdmission(admissionLimits{limits.Running, limits.RunningBytes, limits.Waiting, limits.WaitingBytes}),
			laneHistory: newAdmission(admissionLimits{1, math.MaxInt, math.MaxInt, math.MaxInt}),
			laneOwn:     newAdmission(admissionLimits{limits.RunningLight, math.MaxInt, math.MaxInt, math.MaxInt}),
		},
		root:      root,
		abandon:   abandon,
		accepting: accepting,
		refuseAll: refuseAll,
		expired:   make(chan struct{}),
		inFlight:  map[requestID]*call{},
	}
}

// busyWith reports a request id that is in use. Only the reading goroutine adds
// ids, so the answer "no" stays true for it.
func (c *connection) busyWith(id requestID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inFlight[id] != nil
}

// accept makes a call cancellable and due an answer. It reports false when the
// connection is ending.
func (c *connection) accept(call *call) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return false
	}
	c.inFlight[call.id] = call
	c.open++
	return true
}

// answer sends the one answer of a call. It is for whoever has decided how the
// call ends, by completing or by cancelling its outcome, and for giveUp.
func (c *connection) answer(call *call, a answer) {
	if !call.answered.CompareAndSwap(false, true) {
		return
	}
	c.mu.Lock()
	delete(c.inFlight, call.id) // before the client can know and use the id again
	c.mu.Unlock()
	call.progress.close()
	c.out.send(a.response(call.id)...)
	c.out.pay(call.weight)

	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	if c.open == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// whenIdle is closed when every accepted call has been answered. It is for the
// time after the last request.
func (c *connection) whenIdle() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	idle := make(chan struct{})
	if c.open == 0 {
		close(idle)
	} else {
		c.idle = idle
	}
	return idle
}

// spawn runs f beside the reading goroutine. It reports false when the connection
// is ending; then f is not run.
func (c *connection) spawn(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return false
	}
	c.work.Go(f)
	return true
}
