package chat

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/markdown"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Screen is where a conversation is shown.
type Screen struct {
	Answers io.Writer // what the agent says
	Notes   io.Writer // what happens meanwhile
	// Size is the size of the terminal that Answers is; nil when it is none, or
	// one without styles: then answers are shown as they are written.
	Size func() (columns, rows int)
	// Live says that Notes is a terminal, on which time may be seen passing.
	Live bool
}

// View shows one answer while it comes. Its methods are called one at a time.
type View struct {
	screen   Screen
	rendered *markdown.Stream // nil: as it is
	progress *terminal.Progress
	written  bool // something of the current step was shown
	open     bool // the last line has not ended
}

// NewView gives a View for one answer.
func NewView(s Screen) *View {
	v := &View{screen: s}
	if s.Size != nil {
		v.rendered = markdown.NewStream(s.Answers, s.Size)
	}
	return v
}

// Observe shows an event of the turn.
func (v *View) Observe(e runtimebridge.TurnEvent) {
	v.progress.End()
	v.progress = nil
	switch e.Kind {
	case runtimebridge.EventTextDelta:
		v.text(e.Text)
	case runtimebridge.EventModelCall:
		v.endBlock()
		v.written = false
		v.wait("thinking")
	case runtimebridge.EventToolStart:
		v.endBlock()
		v.note(strings.TrimSpace("[" + terminal.Line(e.Tool) + "] " + summary(e.Detail)))
		v.wait(e.Tool)
	case runtimebridge.EventToolEnd:
		if e.IsError {
			v.note("  " + failure(e.Detail))
		}
	case runtimebridge.EventWaiting:
		v.endBlock()
		v.note("[waiting for the provider]")
		v.wait("waiting")
	}
}

// Pause ends what moves on the screen, before something else is written.
func (v *View) Pause() {
	v.progress.End()
	v.progress = nil
	v.endBlock()
}

// Asking is ask with a screen on which nothing moves meanwhile; nil for a nil ask.
func (v *View) Asking(ask func(context.Context, runtimebridge.Question) runtimebridge.Answer) func(context.Context, runtimebridge.Question) runtimebridge.Answer {
	if ask == nil {
		return nil
	}
	return func(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
		v.Pause()
		return ask(ctx, q)
	}
}

// End shows an answer that did not come in pieces.
func (v *View) End(r runtimebridge.TurnResult) {
	v.progress.End()
	v.progress = nil
	if !v.written && !r.Failed && r.Text != "" {
		v.text(r.Text)
	}
	v.endBlock()
}

func (v *View) text(text string) {
	v.written = true
	if v.rendered != nil {
		v.rendered.Write(text)
		return
	}
	io.WriteString(v.screen.Answers, terminal.Text(text))
	v.open = !strings.HasSuffix(text, "\n")
}

// endBlock brings the cursor to the beginning of a line.
func (v *View) endBlock() {
	if v.rendered != nil {
		v.rendered.End()
		return
	}
	if v.open {
		io.WriteString(v.screen.Answers, "\n")
		v.open = false
	}
}

func (v *View) note(line string) { fmt.Fprintln(v.screen.Notes, line) }

func (v *View) wait(what string) {
	if v.screen.Live {
		v.progress = terminal.StartProgress(v.screen.Notes, what)
	}
}

// failure is the first line of what a failed call gave.
func failure(detail string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(detail), "\n")
	if first == "" {
		first = "failed"
	}
	return terminal.Cut(terminal.Line(first), summaryWidth)
}
