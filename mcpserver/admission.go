package mcpserver

import (
	"container/list"
	"sync"
)

// admissionLimits bound the calls of one kind.
type admissionLimits struct {
	running      int // at once
	waiting      int // beyond those
	waitingBytes int // of the frames of those that wait
}

type verdict int

const (
	admitStart verdict = iota // it has a place: run it
	admitWait                 // it will be given by next
	admitBusy                 // it was not taken
)

// admission gives calls their turn: so many run, so many wait in order, the rest
// is refused. A call that was cancelled keeps its place until its work has
// really ended, so that work which cannot be stopped stays bounded.
type admission struct {
	limits admissionLimits

	mu           sync.Mutex
	running      int
	queue        list.List // of *call
	places       map[*call]*list.Element
	waitingBytes int
}

func newAdmission(limits admissionLimits) *admission {
	return &admission{limits: limits, places: map[*call]*list.Element{}}
}

// admit asks for a place for a call whose frame is line. A call that has to wait
// is parked: it keeps a copy of its frame.
func (a *admission) admit(c *call, line []byte) verdict {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running < a.limits.running {
		a.running++
		return admitStart
	}
	if a.queue.Len() >= a.limits.waiting || a.waitingBytes+len(line) > a.limits.waitingBytes {
		return admitBusy
	}
	c.park(line)
	a.places[c] = a.queue.PushBack(c)
	a.waitingBytes += c.frameBytes
	return admitWait
}

// next ends one running call and gives the one that takes its place, nil if none
// waits.
func (a *admission) next() *call {
	a.mu.Lock()
	defer a.mu.Unlock()
	first := a.queue.Front()
	if first == nil {
		a.running--
		return nil
	}
	c := first.Value.(*call)
	a.remove(c)
	return c
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
	a.waitingBytes -= c.frameBytes
	return true
}
