package mcpserver

import (
	"io"
	"sync"
)

const (
	writeBytes = 256 << 10 // the most that one write is asked to take

	// progressBacklogBytes is how much may be waiting before progress is left
	// out: it must not delay results.
	progressBacklogBytes = 64 << 10
)

// outbox is the one way to the client. Lines are put together in memory and
// written by one goroutine, so that nobody who sends ever waits for the client.
// It is its users who keep it small: they stop taking requests while it is full.
type outbox struct {
	out io.Writer
	max int

	mu      sync.Mutex
	pending []byte        // whole lines, not yet taken by the writer
	writing int           // bytes that the writer holds
	owed    int           // weight of answers still to be made
	moves   int           // how often something was written or paid
	closed  bool          // no more lines are taken
	changed chan struct{} // closed at the next change, if somebody waits for one
	wake    chan struct{} // tells the writer that there is something to do

	failed  chan struct{} // closed when a write has failed
	stopped chan struct{} // closed when the writer has ended
}

func newOutbox(out io.Writer, max int) *outbox {
	return &outbox{
		out: out, max: max,
		wake: make(chan struct{}, 1), failed: make(chan struct{}), stopped: make(chan struct{}),
	}
}

// send queues one line, given in parts and ending in a line feed.
func (o *outbox) send(line ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.queue(line)
}

// sendIfQuiet queues a line that may get lost, unless many bytes wait already.
// It reports whether the line was taken.
func (o *outbox) sendIfQuiet(line ...string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.unsent() > progressBacklogBytes {
		return false
	}
	return o.queue(line)
}

// queue is called with mu held.
func (o *outbox) queue(line []string) bool {
	if o.closed {
		return false
	}
	for _, part := range line {
		o.pending = append(o.pending, part...)
	}
	o.signal()
	return true
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// owe counts an answer that is still to be made as output, so that a client
// which asks faster than it can be answered is slowed down. pay takes it back.
func (o *outbox) owe(weight int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.owed += weight
}

func (o *outbox) pay(weight int) {
	if weight == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.owed -= weight
	o.moved()
}

// awaitRoom waits until less than the bound is unsent. This and the other waits
// report false when done was closed first, or a write has failed.
func (o *outbox) awaitRoom(done <-chan struct{}) bool {
	return o.await(done, func() bool { return o.unsent() < o.max })
}

// awaitRoomForMore is awaitRoom with what is owed counted in.
func (o *outbox) awaitRoomForMore(done <-chan struct{}) bool {
	return o.await(done, o.hasRoomForMore)
}

// roomForMore is awaitRoomForMore without waiting. It also tells how often the
// output has moved, so that one can see whether it does.
func (o *outbox) roomForMore() (room bool, moves int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.hasRoomForMore(), o.moves
}

// hasRoomForMore is called with mu held.
func (o *outbox) hasRoomForMore() bool { return o.unsent()+o.owed < o.max }

// awaitEmpty waits until everything has been written.
func (o *outbox) awaitEmpty(done <-chan struct{}) bool {
	return o.await(done, func() bool { return o.unsent() == 0 })
}

// works reports that no write has failed.
func (o *outbox) works() bool {
	select {
	case <-o.failed:
		return false
	default:
		return true
	}
}

// unsent is called with mu held.
func (o *outbox) unsent() int { return len(o.pending) + o.writing }

func (o *outbox) await(done <-chan struct{}, reached func() bool) bool {
	for {
		o.mu.Lock()
		if reached() {
			o.mu.Unlock()
			return true
		}
		if o.changed == nil {
			o.changed = make(chan struct{})
		}
		changed := o.changed
		o.mu.Unlock()
		select {
		case <-changed:
		case <-o.failed:
			return false
		case <-done:
			return false
		}
	}
}

// moved wakes those who wait. It is called with mu held.
func (o *outbox) moved() {
	o.moves++
	if o.changed != nil {
		close(o.changed)
		o.changed = nil
	}
}

// close takes no more lines. What is queued is still written; then the writer
// ends.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.signal()
}
