package chat

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/peterh/liner"
)

// Editor is a line editor at the terminal that is standard input and output. It
// is closed by its owner, who gets the terminal back as it was.
type Editor struct {
	reading  sync.Mutex // a read that was left behind ends before the next begins
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
func (e *Editor) Line(prompt string) (string, error) {
	line, err := e.read(prompt, false)
	if err == nil && strings.TrimSpace(line) != "" {
		e.state.AppendHistory(line)
		e.history.Add(line)
	}
	return pasted.Replace(line), err
}

// Fresh reads an answer. What was typed before is thrown away, and the answer is
// not remembered.
func (e *Editor) Fresh(prompt string) (string, error) {
	line, err := e.read(prompt, true)
	return pasted.Replace(line), err
}

func (e *Editor) read(prompt string, fresh bool) (string, error) {
	e.reading.Lock()
	defer e.reading.Unlock()
	if e.keyboard != nil {
		fmt.Print(askForPastes)
		defer fmt.Print(noPastes)
		defer e.keyboard.heedInterrupts()()
		e.keyboard.next(fresh)
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
