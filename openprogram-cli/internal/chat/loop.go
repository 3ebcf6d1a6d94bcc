package chat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// ErrEnded reports that the program was told to end.
var ErrEnded = errors.New("the conversation was ended from outside")

// Agent is the runtime as its owner uses it. Its errors are lines for people.
type Agent interface {
	// Ask runs one turn; when ctx ends the turn is cancelled.
	Ask(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error)
	// AllSessions lists the latest sessions.
	AllSessions(ctx context.Context, limit int, archived bool) ([]store.Session, error)
	// SessionID gives the id that an id or the beginning of one stands for.
	SessionID(ctx context.Context, begin string) (string, error)
	// History gives a session and its messages.
	History(ctx context.Context, id string) (store.Session, []store.Message, error)
}

// Options configure a conversation.
type Options struct {
	Agent   Agent
	Lines   Lines
	Screen  Screen
	Session string // to go on with; empty: a new one
	// Ask answers the questions of turns; nil asks on Lines.
	Ask func(context.Context, runtimebridge.Question) runtimebridge.Answer
	// Interrupts tells of a Ctrl-C that comes as a signal: it is one for what
	// goes on at that time, as one that is typed.
	Interrupts <-chan os.Signal
	// Advice is the next step after a turn that failed with this code, or "".
	// Nil has none.
	Advice func(code string) string
	// Here makes the commands in a line ones for the state directory in use; nil
	// leaves them as they are.
	Here func(line string) string
	// Person says that somebody types: who is greeted and shown prompts.
	Person bool
}

// Loop is a conversation.
type Loop struct {
	Options
	session string
	failed  error // the first failure, for whoever is no person
}

// Run talks until the input ends or the owner leaves. The error is the first
// failure of a turn when the lines come from no person, or ErrEnded.
func Run(ctx context.Context, o Options) error {
	if o.Advice == nil {
		o.Advice = func(string) string { return "" }
	}
	if o.Here == nil {
		o.Here = func(line string) string { return line }
	}
	l := &Loop{Options: o, session: o.Session}
	if err := l.enter(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil {
		text, err := l.read(ctx)
		switch {
		case errors.Is(err, ErrInterrupted):
			l.note("Ctrl-D or /quit leaves, /help tells what there is.")
			continue
		case err != nil && ctx.Err() == nil:
			l.leave()
			return l.failed
		case err != nil || strings.TrimSpace(text) == "":
			continue
		}
		if l.dispatch(ctx, text) {
			return l.failed
		}
	}
	return ErrEnded
}

// enter greets, and shows where an older session stands.
func (l *Loop) enter(ctx context.Context) error {
	if l.session != "" {
		return l.resume(ctx, l.session)
	}
	if l.Person {
		l.note("Ask something. /help tells what there is, Ctrl-C stops an answer, Ctrl-D leaves.")
	}
	return nil
}

func (l *Loop) leave() {
	if l.Person && l.session != "" {
		l.note(l.Here("To go on: openprogram chat --session " + l.session))
	}
}

// read reads a prompt: a line, and further ones while a backslash ends them.
func (l *Loop) read(ctx context.Context) (string, error) {
	var lines []string
	for prompt := "> "; ; prompt = "… " {
		if !l.Person {
			prompt = ""
		}
		line, err := l.line(ctx, prompt)
		if err != nil {
			return "", err
		}
		begun, more := strings.CutSuffix(line, `\`)
		lines = append(lines, begun)
		if !more {
			return strings.Join(lines, "\n"), nil
		}
	}
}

// line reads one line. An interrupt that came before is for nothing any more.
func (l *Loop) line(ctx context.Context, prompt string) (line string, err error) {
	for drained := false; !drained; {
		select {
		case <-l.Interrupts:
		default:
			drained = true
		}
	}
	interrupted := l.attend(ctx, func(ctx context.Context, _ func()) {
		line, err = l.Lines.Line(ctx, prompt)
	})
	if interrupted {
		return "", ErrInterrupted
	}
	return line, err
}

// attend waits for work, and cancels it at an interrupt. It reports whether there
// was one.
func (l *Loop) attend(ctx context.Context, work func(ctx context.Context, interrupt func())) (interrupted bool) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	interrupt := func() { cancel(ErrInterrupted) }
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx, interrupt)
	}()
	for {
		select {
		case <-done:
			return interrupted
		case <-l.Interrupts:
			interrupted = true
			interrupt()
		}
	}
}

// commandForm tells a command from a prompt that begins with a path.
var commandForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^/([a-z?]+)(?:\s+(.*))?$`)
})

// dispatch deals with what was typed. It reports true when the owner leaves.
func (l *Loop) dispatch(ctx context.Context, text string) bool {
	if m := commandForm().FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		return l.command(ctx, m[1], strings.TrimSpace(m[2]))
	}
	l.turn(ctx, text)
	return false
}

// turn asks the agent. Ctrl-C cancels the turn and nothing else.
func (l *Loop) turn(ctx context.Context, text string) {
	view := NewView(l.Screen)
	admitted := l.session
	var result runtimebridge.TurnResult
	var err error
	cancelled := false
	l.attend(ctx, func(ctx context.Context, interrupt func()) {
		result, err = l.Agent.Ask(ctx, runtimebridge.Prompt{
			Text: text, SessionID: l.session, Observe: view.Observe, Ask: l.asker(view, interrupt),
			Admit: func(id string) error { admitted = id; return nil },
		})
		cancelled = ctx.Err() != nil
	})
	view.End(result)
	switch {
	case err != nil && cancelled:
		l.note("[cancelled]")
		l.keep(context.WithoutCancel(ctx), admitted)
	case err != nil:
		l.fail(err)
	case result.Failed:
		l.session = result.SessionID
		l.fail(errors.New(result.Text))
		if advice := l.Advice(result.FailureCode); advice != "" {
			l.note(l.Here(advice))
		}
	default:
		l.session = result.SessionID
	}
}

// keep goes on in the session of a cancelled turn, if it came to be.
func (l *Loop) keep(ctx context.Context, id string) {
	if _, _, err := l.Agent.History(ctx, id); err == nil {
		l.session = id
	}
}

// asker pauses the view while a question is asked.
func (l *Loop) asker(view *View, interrupt func()) func(context.Context, runtimebridge.Question) runtimebridge.Answer {
	ask := l.Ask
	if ask == nil {
		ask = (&Asker{Lines: l.Lines, Notes: l.Screen.Notes, Interrupted: interrupt}).Ask
	}
	return view.Asking(ask)
}

func (l *Loop) fail(err error) {
	l.note(l.Here("Error: " + err.Error()))
	if l.failed == nil && !l.Person {
		l.failed = err
	}
}

// note tells a line that is no part of an answer.
func (l *Loop) note(line string) { fmt.Fprintln(l.Screen.Notes, terminal.Line(line)) }
