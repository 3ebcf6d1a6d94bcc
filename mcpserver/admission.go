package mcpserver

import (
	"container/list"
	"sync"
)

// admissionLimits bound the calls of one kind.
type admissionLimits struct {
	running      int // at once
	runningBytes int // of the large ones among those, together; one may be larger
	waiting      int // beyond those that run
	waitingBytes int // of the frames of those that wait
}

// largeCallBytes is the size beyond which a call counts as large: as many small
// ones as may run take little memory together.
const largeCallBytes = 128 << 10

type verdict int

const (
	admitStart verdict = iota // it has a place: run it
	admitWait                 // it will be given by release
	admitBusy                 // it was not taken
)

// admission gives calls their turn: so many run, so many wait in order, the rest
// is refused. Small calls pass large ones that wait for memory. A call that was
// cancelled keeps its place until its work has really ended, so that work which
// cannot be stopped stays bounded.
type admission struct {
	limits admissionLimits

	mu           sync.Mutex
	running      int
	runningBytes int       // of large calls
	queue        list.List // of *call
	places       map[*call]*list.Element
	waitingBytes int
}

func newAdmission(limits admissionLimits) *admission {
	return &admission{limits: limits, places: map[*call]*list.Element{}}
}

// admit asks for a place for a call whose frame is line. A call that has to wait
// is parked.
func (a *admission) admit(c *call, line string) verdict {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fits(c) {
		a.start(c)
		return admitStart
	}
	if a.queue.Len() >= a.limits.waiting || a.waitingBytes+c.bytes > a.limits.waitingBytes {
		return admitBusy
	}
	c.park(line)
	a.places[c] = a.queue.PushBack(c)
	a.waitingBytes += c.bytes
	return admitWait
}

// fits reports whether a call may run beside those that do.
func (a *admission) fits(c *call) bool {
	return a.running < a.limits.running &&
		(largeBytes(c) == 0 || a.runningBytes == 0 || a.runningBytes+c.size <= a.limits.runningBytes)
}

func (a *admission) start(c *call) {
	a.running++
	a.runningBytes += largeBytes(c)
}

// largeBytes is the size of a large call, 0 of others.
func largeBytes(c *call) int {
	if c.size <= largeCallBytes {
		return 0
	}
	return c.size
}

// release ends one running call and gives those that run in its place.
func (a *admission) release(c *call) []*call {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running--
	a.runningBytes -= largeBytes(c)
	var started []*call
	for place := a.queue.Front(); place != nil && a.running < a.limits.running; {
		next := place.Value.(*call)
		place = place.Next()
		if a.fits(next) {
			a.remove(next)
			a.start(next)
			started = append(started, next)
		}
	}
	return started
}

// withdraw takes a call out of the queue. It reports false when the call does
// not wait there: it runs or has run.
func (a *admission) withdraw(c *call) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.remove(c)
}

func (a *admission) remove(c *call) bool {
	place, waits := a.places[c]
	if !waits {
		return false
	}
	a.queue.Remove(place)
	delete(a.places, c)
	a.waitingBytes -= c.bytes
	return true
}
