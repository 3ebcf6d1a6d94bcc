package chat

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"sync"
)

// Keys that end a line.
const (
	keyInterrupt = 0x03
	keyReturn    = '\r'
	keyLineFeed  = '\n'
)

// keyboard stands between the terminal and the line editor. It hands on what is
// typed for one line at a time, so that what is typed ahead stays here: it is
// used for the next prompt, and thrown away before a question.
type keyboard struct {
	out io.WriteCloser // to the editor

	mu      sync.Mutex
	filter  pasteFilter
	waiting []byte // typed, and not handed on
	active  bool   // a line is being read
}

// newKeyboard gives the file from which the editor reads. It reads in until that
// ends; the goroutine for it lasts as long as the process.
func newKeyboard(in io.Reader) (*keyboard, *os.File, error) {
	editor, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	k := &keyboard{out: out}
	go k.pump(in)
	return k, editor, nil
}

func (k *keyboard) pump(in io.Reader) {
	buffer := make([]byte, 4096)
	for {
		n, err := in.Read(buffer)
		k.typed(buffer[:n])
		if err != nil {
			k.out.Close()
			return
		}
	}
}

func (k *keyboard) typed(piece []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waiting = append(k.waiting, k.filter.take(piece)...)
	k.handOn()
}

// next lets one more line through. fresh throws away what was typed before.
func (k *keyboard) next(fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if fresh {
		k.waiting = nil
	}
	k.active = true
	k.handOn()
}

// heedInterrupts types Ctrl-C for one that came as a signal, until stop: that is
// what it is while the terminal is not yet set for the editor.
func (k *keyboard) heedInterrupts() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-signals:
			k.typed([]byte{keyInterrupt})
		case <-over:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(over)
		<-done
	}
}

// handOn gives the editor what it may have. The editor is reading then, so that
// a long text does not get stuck.
func (k *keyboard) handOn() {
	if !k.active || len(k.waiting) == 0 {
		return
	}
	n := len(k.waiting)
	if end := bytes.IndexAny(k.waiting, string([]byte{keyInterrupt, keyReturn, keyLineFeed})); end >= 0 {
		n, k.active = end+1, false
	}
	_, _ = k.out.Write(k.waiting[:n]) // fails when the editor has gone
	k.waiting = k.waiting[n:]
}
