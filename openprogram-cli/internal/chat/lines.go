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

// Lines reads what a person types, a line at a time. It has one reader. A line
// that is asked for stops to be when ctx ends: the error is the cause of that, and
// the next line that is typed is for whoever reads next.
type Lines interface {
	// Line shows the prompt, a short text in one line, and gives the next line
	// without its end. ErrInterrupted after Ctrl-C, io.EOF after Ctrl-D or at
	// the end of the input.
	Line(ctx context.Context, prompt string) (string, error)
	// Fresh is Line for a question whose answer must not have been typed before
	// it was shown.
	Fresh(ctx context.Context, prompt string) (string, error)
}

// plainLines reads lines without editing them.
type plainLines struct {
	in     *bufio.Reader
	prompt io.Writer
	coming chan typed // what somebody began to read; nil when nobody has
}

// PlainLines reads lines of in and shows prompts on prompt.
func PlainLines(in io.Reader, prompt io.Writer) Lines {
	return &plainLines{in: bufio.NewReader(in), prompt: prompt}
}

// Line reads a line. Text without a line end is no line: it was cut. A read
// cannot be taken back: when ctx ends, it goes on for whoever reads next.
func (l *plainLines) Line(ctx context.Context, prompt string) (string, error) {
	io.WriteString(l.prompt, prompt)
	if l.coming == nil {
		l.coming = begin(l.read)
	}
	select {
	case t := <-l.coming:
		l.coming = nil
		return t.text, t.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (l *plainLines) read() (string, error) {
	line, err := l.in.ReadString('\n')
	if err != nil {
		return "", io.EOF
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Fresh is Line: what a pipe holds has been written beforehand.
func (l *plainLines) Fresh(ctx context.Context, prompt string) (string, error) {
	return l.Line(ctx, prompt)
}

// typed is what came of reading a line.
type typed struct {
	text string
	err  error
}

// begin begins to read a line.
func begin(read func() (string, error)) chan typed {
	coming := make(chan typed, 1)
	go func() {
		text, err := read()
		coming <- typed{text, err}
	}()
	return coming
}
