package chat

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// ErrInterrupted reports that Ctrl-C was pressed instead of ending the line.
var ErrInterrupted = errors.New("chat: interrupted")

// Lines reads what a person types, a line at a time.
type Lines interface {
	// Line shows the prompt, a short text in one line, and gives the next line
	// without its end. ErrInterrupted after Ctrl-C, io.EOF after Ctrl-D or at
	// the end of the input.
	Line(prompt string) (string, error)
	// Fresh is Line for a question whose answer must not have been typed before
	// it was shown.
	Fresh(prompt string) (string, error)
}

// plainLines reads lines without editing them.
type plainLines struct {
	in     *bufio.Reader
	prompt io.Writer
}

// PlainLines reads lines of in and shows prompts on prompt.
func PlainLines(in io.Reader, prompt io.Writer) Lines {
	return &plainLines{in: bufio.NewReader(in), prompt: prompt}
}

// Line reads a line. Text without a line end is no line: it was cut.
func (l *plainLines) Line(prompt string) (string, error) {
	io.WriteString(l.prompt, prompt)
	line, err := l.in.ReadString('\n')
	if err != nil {
		return "", io.EOF
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Fresh is Line: what a pipe holds has been written beforehand.
func (l *plainLines) Fresh(prompt string) (string, error) { return l.Line(prompt) }

// typed is what came of reading a line.
type typed struct {
	text string
	err  error
}

// within reads a line until ctx ends. Then the reader is left behind; whoever
// reads next waits for it.
func within(ctx context.Context, read func(string) (string, error), prompt string) (string, error) {
	got := make(chan typed, 1)
	go func() {
		text, err := read(prompt)
		got <- typed{text, err}
	}()
	select {
	case t := <-got:
		return t.text, t.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}
