package chat

import (
	"bytes"
	"context"
	"io"
	"os"
	"sync"
)

// Keys that end a line. keyEnd does so where nothing stands yet.
const (
	keyInterrupt = 0x03
	keyEnd       = 0x04
	keyReturn    = '\r'
	keyLineFeed  = '\n'
)

// lineEnds are the keys that end any line.
var lineEnds = string([]byte{keyInterrupt, keyReturn, keyLineFeed})

// keyboard stands between the terminal and the line editor. It hands on what is
// typed for one line at a time, so that what is typed ahead stays here: it is
// used for the next prompt, and thrown away before a question.
type keyboard struct {
	out io.WriteCloser // to the editor

	mu      sync.Mutex
	filter  pasteFilter
	waiting []byte // typed, and not handed on
	active  bool   // a line is being read
	begun   bool   // something of it was handed on
	given   bool   // it was given up
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

// next lets one more line through, unless ctx has ended: then the line is given
// up. fresh throws away what was typed before.
func (k *keyboard) next(ctx context.Context, fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if fresh {
		k.waiting = nil
	}
	k.active, k.begun, k.given = true, false, false
	if ctx.Err() != nil {
		k.giveUp()
	}
	k.handOn()
}

// abort gives the line that is being read up, unless the editor has all of it.
func (k *keyboard) abort() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.active {
		k.giveUp()
	}
}

// giveUp types Ctrl-C, ahead of what waits.
func (k *keyboard) giveUp() {
	k.active, k.given = false, true
	_, _ = k.out.Write([]byte{keyInterrupt})
}

// givenUp reports whether the last line was given up. If so, end also ends it for
// an editor that knows no Ctrl-C: it reads plain lines where the screen has no
// room for more.
func (k *keyboard) givenUp(end bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.given && end {
		_, _ = k.out.Write([]byte{keyLineFeed})
	}
	return k.given
}

// rest hands nothing on until the next line.
func (k *keyboard) rest() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.active = false
}

// handOn gives the editor what it may have. The editor is reading then, so that
// a long text does not get stuck.
func (k *keyboard) handOn() {
	if !k.active || len(k.waiting) == 0 {
		return
	}
	n := len(k.waiting)
	if end := bytes.IndexAny(k.waiting, lineEnds); end >= 0 {
		n, k.active = end+1, false
	}
	if k.begun = k.begun || k.waiting[0] != keyEnd; !k.begun {
		n, k.active = 1, false
	}
	_, _ = k.out.Write(k.waiting[:n]) // fails when the editor has gone
	k.waiting = k.waiting[n:]
}
