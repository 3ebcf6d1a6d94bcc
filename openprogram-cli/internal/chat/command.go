package chat

import (
	"context"
	"errors"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	listedSessions = 20
	shownMessages  = 2 // of a session that is gone on with
)

// Commands are what a line may begin with, for completion.
var Commands = []string{"/help", "/new", "/quit", "/session ", "/sessions"}

var help = [][]string{
	{"/new", "begin a new session"},
	{"/sessions", "list the latest sessions"},
	{"/session ID", "go on in a session; the beginning of its id is enough"},
	{"/help", "this"},
	{"/quit", "leave; Ctrl-D does too"},
	{"Ctrl-C", "stop the answer that is coming"},
	{`a \ at the end`, "goes on in the next line; what is pasted stays together anyway"},
}

var errNoSuchCommand = errors.New("there is no such command: /help tells what there is")

// command runs a command. It reports true when the owner leaves.
func (l *Loop) command(ctx context.Context, name, argument string) bool {
	switch name {
	case "quit", "exit", "q":
		l.leave()
		return true
	case "help", "?":
		_ = terminal.Table(l.Screen.Notes, help) // the output is latched
	case "new":
		l.session = ""
		l.note("A new session begins with your next prompt.")
	case "sessions":
		l.list(ctx)
	case "session":
		if err := l.choose(ctx, argument); err != nil {
			l.fail(err)
		}
	default:
		l.fail(errNoSuchCommand)
	}
	return false
}

func (l *Loop) list(ctx context.Context) {
	sessions, err := l.Agent.AllSessions(ctx, listedSessions, false)
	if err != nil {
		l.fail(err)
		return
	}
	rows := [][]string{{"ID", "UPDATED", "TITLE"}}
	for _, s := range sessions {
		rows = append(rows, []string{s.ID, s.UpdatedAt.Local().Format("2006-01-02 15:04"), terminal.Cut(s.Title, summaryWidth)})
	}
	_ = terminal.Table(l.Screen.Notes, rows)
}

// choose goes on in a session, or says which one this is.
func (l *Loop) choose(ctx context.Context, begin string) error {
	if begin == "" {
		if l.session == "" {
			l.note("This is a new session.")
		} else {
			l.note("This is the session " + l.session + ".")
		}
		return nil
	}
	return l.resume(ctx, begin)
}

// resume goes on in the session with an id that begins like this, and shows its
// last messages.
func (l *Loop) resume(ctx context.Context, begin string) error {
	id, err := l.Agent.SessionID(ctx, begin)
	if err != nil {
		return err
	}
	session, messages, err := l.Agent.History(ctx, id)
	if err != nil {
		return err
	}
	l.session = session.ID
	if !l.Person {
		return nil
	}
	l.note("[" + session.Title + "]")
	for _, m := range messages[max(len(messages)-shownMessages, 0):] {
		if m.Role == runtimebridge.RoleUser {
			l.note("> " + m.Content)
			continue
		}
		NewView(l.Screen).End(runtimebridge.TurnResult{Text: m.Content})
	}
	return nil
}
