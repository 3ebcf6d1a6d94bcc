package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progressDelay is how long something may take before a person wonders.
const progressDelay = time.Second

// Progress tells a person at a terminal that something takes its time: after a
// second on one line, which is kept up to date and cleared at the end. A nil
// Progress tells nothing.
type Progress struct {
	w    io.Writer
	mu   sync.Mutex
	text string
	stop chan struct{}
	done chan struct{}
}

// StartProgress begins to watch the time. The caller ends it.
func StartProgress(w io.Writer, text string) *Progress {
	p := &Progress{w: w, text: text, stop: make(chan struct{}), done: make(chan struct{})}
	go p.run()
	return p
}

// Say changes what is told.
func (p *Progress) Say(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// End clears the line. Nothing is written after it.
func (p *Progress) End() {
	if p == nil {
		return
	}
	close(p.stop)
	<-p.done
}

func (p *Progress) run() {
	defer close(p.done)
	tick := time.NewTicker(progressDelay)
	defer tick.Stop()
	for seconds := 1; ; seconds++ {
		select {
		case <-tick.C:
			fmt.Fprintf(p.w, "\r\x1b[K%s (%d s)", Line(p.current()), seconds)
		case <-p.stop:
			if seconds > 1 {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		}
	}
}

func (p *Progress) current() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text
}
