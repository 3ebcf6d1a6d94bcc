package terminal

import (
	"io"
	"sync"
)

// Latch is a writer that remembers its first error, so that a command that
// ignores one write error still does not end as a success. It may be used from
// many goroutines.
type Latch struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewLatch gives a latch on w.
func NewLatch(w io.Writer) *Latch { return &Latch{w: w} }

// Write writes, or repeats the first error.
func (l *Latch) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.w.Write(p)
	l.err = err
	return n, err
}

// Err is the first error of a write.
func (l *Latch) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
