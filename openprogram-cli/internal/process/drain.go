package process

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	drainLines = 256                    // that wait to be written
	drainWait  = 200 * time.Millisecond // for what still waits at the end
)

// Drain is a writer of lines that never makes its callers wait: a client may keep
// standard error open and never read it. Lines for which there is no room are
// lost, and their number is told when there is room again.
type Drain struct {
	lines chan []byte
	ended chan struct{}

	mu     sync.Mutex
	closed bool
	lost   int
}

// NewDrain writes to w, in a goroutine that ends after Close.
func NewDrain(w io.Writer) *Drain {
	d := &Drain{lines: make(chan []byte, drainLines), ended: make(chan struct{})}
	go func() {
		defer close(d.ended)
		for line := range d.lines {
			_, _ = w.Write(line) // nobody could be told of a failure
		}
	}()
	return d
}

// Write takes one line. It never fails.
func (d *Drain) Write(line []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || !d.offer(append([]byte(nil), line...)) {
		d.lost++
	}
	return len(line), nil
}

// offer is called with mu held.
func (d *Drain) offer(line []byte) bool {
	if d.lost > 0 {
		line = append(fmt.Appendf(nil, "%d lines were lost: nobody read them\n", d.lost), line...)
	}
	select {
	case d.lines <- line:
		d.lost = 0
		return true
	default:
		return false
	}
}

// Close takes no more lines and waits a little for those that were taken.
func (d *Drain) Close() {
	d.mu.Lock()
	if !d.closed {
		d.closed = true
		close(d.lines)
	}
	d.mu.Unlock()
	late := time.NewTimer(drainWait)
	defer late.Stop()
	select {
	case <-d.ended:
	case <-late.C:
	}
}
