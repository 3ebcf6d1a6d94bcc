package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	// progressDelay is how long something may take before a person wonders.
	progressDelay = time.Second
	// redraw is how often a bar moves.
	redraw = 200 * time.Millisecond
)

// Progress tells a person at a terminal that something takes its time: after a
// second on one line, which is kept up to date and cleared at the end. A nil
// Progress tells nothing.
type Progress struct {
	w       io.Writer
	started time.Time
	mu      sync.Mutex
	text    string
	bar     string // as long as something is counted
	end     sync.Once
	stop    chan struct{}
	done    chan struct{}
}

// StartProgress begins to watch the time. The caller ends it.
func StartProgress(w io.Writer, text string) *Progress {
	p := &Progress{w: w, started: time.Now(), text: text, stop: make(chan struct{}), done: make(chan struct{})}
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
	p.text, p.bar = text, ""
}

// Count tells how many of a number of things are done, as a bar.
func (p *Progress) Count(text string, done, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text, p.bar = text, bar(done, total)
}

// End clears the line. Nothing is written after it. Calling it again does nothing.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.end.Do(func() { close(p.stop) })
	<-p.done
}

// Before is a writer onto w that first ends the progress.
func (p *Progress) Before(w io.Writer) io.Writer { return &before{p, w} }

type before struct {
	progress *Progress
	w        io.Writer
}

func (b *before) Write(text []byte) (int, error) {
	b.progress.End()
	return b.w.Write(text)
}

func (p *Progress) run() {
	defer close(p.done)
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	last := ""
	for {
		select {
		case <-tick.C:
			line := p.line(time.Since(p.started))
			if line != last {
				fmt.Fprint(p.w, "\r\x1b[K"+line)
				last = line
			}
		case <-p.stop:
			if last != "" {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		}
	}
}

// line is what stands there after some time: a text changes with the seconds, a
// bar whenever it can.
func (p *Progress) line(elapsed time.Duration) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if elapsed < progressDelay {
		return ""
	}
	if p.bar != "" {
		return Line(p.text) + " " + p.bar
	}
	return fmt.Sprintf("%s (%d s)", Line(p.text), int(elapsed/time.Second))
}
