package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/peterh/liner"
)

// deafness is after what time an editor does not know Ctrl-C.
const deafness = time.Second

// Editor is a line editor at the terminal that is standard input and output. It
// is closed by its owner, who gets the terminal back as it was.
type Editor struct {
	reading  sync.Mutex // where a read cannot be ended, the next waits for it
	state    *liner.State
	keyboard *keyboard // nil where the system hands out whole keys
	history  *History
}

var _ Lines = (*Editor)(nil)

// NewEditor takes the terminal over.
func NewEditor(history *History) (*Editor, error) {
	k, restore, err := takeKeyboard()
	if err != nil {
		return nil, err
	}
	defer restore()
	e := &Editor{state: liner.NewLiner(), keyboard: k, history: history}
	e.state.SetCtrlCAborts(true)
	e.state.SetMultiLineMode(true)
	e.state.SetCompleter(complete)
	for _, line := range history.Load() {
		e.state.AppendHistory(line)
	}
	return e, nil
}

// complete offers the commands.
func complete(line string) []string {
	var out []string
	for _, c := range Commands {
		if strings.HasPrefix(line, "/") && strings.HasPrefix(c, line) {
			out = append(out, c)
		}
	}
	return out
}

// Line reads a line, which is remembered for the arrow keys.
func (e *Editor) Line(ctx context.Context, prompt string) (string, error) {
	line, err := e.read(ctx, prompt, false)
	if err == nil && strings.TrimSpace(line) != "" {
		e.state.AppendHistory(line)
		e.history.Add(line)
	}
	return pasted.Replace(line), err
}

// Fresh reads an answer. What was typed before is thrown away, and the answer is
// not remembered.
func (e *Editor) Fresh(ctx context.Context, prompt string) (string, error) {
	line, err := e.read(ctx, prompt, true)
	return pasted.Replace(line), err
}

// read reads a line until ctx ends. A line that is complete by then counts.
func (e *Editor) read(ctx context.Context, prompt string, fresh bool) (string, error) {
	coming := begin(func() (string, error) { return e.edit(ctx, prompt, fresh) })
	select {
	case t := <-coming:
		return t.text, t.err
	case <-ctx.Done():
	}
	if e.keyboard == nil {
		return "", context.Cause(ctx)
	}
	e.keyboard.abort()
	var t typed
	select {
	case t = <-coming:
	case <-time.After(deafness):
		e.keyboard.givenUp(true)
		t = <-coming
	}
	if t.err != nil || e.keyboard.givenUp(false) {
		return "", context.Cause(ctx)
	}
	return t.text, nil
}

func (e *Editor) edit(ctx context.Context, prompt string, fresh bool) (string, error) {
	e.reading.Lock()
	defer e.reading.Unlock()
	if e.keyboard != nil {
		fmt.Print(askForPastes)
		defer fmt.Print(noPastes)
		e.keyboard.next(ctx, fresh)
		defer e.keyboard.rest()
	}
	line, err := e.state.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", ErrInterrupted
	case err != nil:
		fmt.Println()
		return "", io.EOF
	}
	return line, nil
}

// Close gives the terminal back.
func (e *Editor) Close() error { return e.state.Close() }

// swapStdin makes the editor, while it is made, read from another file: it has
// no option for that.
func swapStdin(f *os.File) (restore func()) {
	terminal := os.Stdin
	os.Stdin = f
	return func() { os.Stdin = terminal }
}
