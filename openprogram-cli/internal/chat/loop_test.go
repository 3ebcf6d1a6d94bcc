package chat_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	errNoSession = errors.New("session not found")
	errCancelled = errors.New("the prompt was cancelled")
)

// agent answers with what it was asked, in the session it was asked in.
type agent struct {
	asked    []string // session: text
	sessions []string
	listed   func()                                                                              // when the sessions are listed
	ask      func(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) // nil: echo
}

func (a *agent) Ask(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
	a.asked = append(a.asked, p.SessionID+": "+p.Text)
	if p.SessionID == "" {
		p.SessionID = "cli_new"
	}
	if err := p.Admit(p.SessionID); err != nil {
		return runtimebridge.TurnResult{}, err
	}
	if a.ask != nil {
		return a.ask(ctx, p)
	}
	return runtimebridge.TurnResult{SessionID: p.SessionID, Text: "echo " + p.Text}, nil
}

func (a *agent) AllSessions(context.Context, int, bool) ([]store.Session, error) {
	if a.listed != nil {
		a.listed()
	}
	var out []store.Session
	for _, id := range a.sessions {
		out = append(out, store.Session{ID: id, Title: "title of\x1b " + id, UpdatedAt: time.Unix(0, 0)})
	}
	return out, nil
}

func (a *agent) SessionID(_ context.Context, begin string) (string, error) {
	for _, id := range append(a.sessions, "cli_new") {
		if strings.HasPrefix(id, begin) {
			return id, nil
		}
	}
	return "", errNoSession
}

func (a *agent) History(_ context.Context, id string) (store.Session, []store.Message, error) {
	for _, known := range append(a.sessions, "cli_new") {
		if id == known {
			message := func(role runtimebridge.Role, text string) store.Message {
				return store.Message{Message: runtimebridge.Message{Role: role, Content: text}}
			}
			return store.Session{ID: id, Title: "title"}, []store.Message{
				message(runtimebridge.RoleUser, "too old"), message(runtimebridge.RoleUser, "asked"), message(runtimebridge.RoleAssistant, "answered"),
			}, nil
		}
	}
	return store.Session{}, nil, errNoSession
}

// talk runs a conversation and gives what was seen of it.
func talk(t *testing.T, a *agent, lines script, change ...func(*chat.Options)) (string, error) {
	t.Helper()
	var seen bytes.Buffer
	o := chat.Options{
		Agent: a, Lines: &lines, Person: true,
		Screen: chat.Screen{Answers: &seen, Notes: &seen},
	}
	for _, c := range change {
		c(&o)
	}
	err := chat.Run(t.Context(), o)
	return seen.String(), err
}

func lines(texts ...string) script {
	var out script
	for _, text := range texts {
		out = append(out, typed{text: text})
	}
	return append(out, typed{err: io.EOF})
}

func TestPromptsAndSessions(t *testing.T) {
	cases := map[string]struct {
		typed []string
		asked []string
		seen  []string
	}{
		"one session":            {[]string{"a", "b"}, []string{": a", "cli_new: b"}, []string{"echo a\n", "echo b\n", "To go on: openprogram chat --session cli_new\n"}},
		"nothing typed":          {[]string{"", "  "}, nil, nil},
		"several lines":          {[]string{`a\`, `b\`, "c"}, []string{": a\nb\nc"}, nil},
		"a new session":          {[]string{"a", "/new", "b"}, []string{": a", ": b"}, nil},
		"another session":        {[]string{"/session cli_old", "b"}, []string{"cli_old: b"}, []string{"[title]\n> asked\nanswered\n"}},
		"the beginning of an id": {[]string{"/session cli_ol", "b"}, []string{"cli_old: b"}, nil},
		"no such session":        {[]string{"/session x", "b"}, []string{": b"}, []string{"Error: session not found\n"}},
		"which session":          {[]string{"/session", "a", "/session"}, []string{": a"}, []string{"This is a new session.\n", "This is the session cli_new.\n"}},
		"the list":               {[]string{"/sessions"}, nil, []string{"cli_old", "title of\\x1b cli_other"}},
		"help":                   {[]string{"/help"}, nil, []string{"/session ID", "Ctrl-C"}},
		"leaving":                {[]string{"/quit", "a"}, nil, nil},
		"no such command":        {[]string{"/nope", "b"}, []string{": b"}, []string{"Error: there is no such command"}},
		"a path":                 {[]string{"/etc/hosts is what?"}, []string{": /etc/hosts is what?"}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a := &agent{sessions: []string{"cli_other", "cli_old"}}
			seen, err := talk(t, a, lines(c.typed...))
			if err != nil {
				t.Errorf("error %v", err)
			}
			if diff := cmp.Diff(c.asked, a.asked); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			for _, want := range c.seen {
				if !strings.Contains(seen, want) {
					t.Errorf("%q was not seen:\n%s", want, seen)
				}
			}
			if strings.Contains(seen, "\x1b") || strings.Contains(seen, "too old") {
				t.Errorf("seen: %q", seen)
			}
		})
	}
}

func TestGoingOnInASession(t *testing.T) {
	in := func(id string) func(*chat.Options) { return func(o *chat.Options) { o.Session = id } }
	a := &agent{sessions: []string{"cli_old"}}
	if seen, err := talk(t, a, lines("a"), in("cli_old")); err != nil || !strings.Contains(seen, "answered") || a.asked[0] != "cli_old: a" {
		t.Errorf("error %v, asked %q, seen:\n%s", err, a.asked, seen)
	}
	if _, err := talk(t, a, lines("a"), in("nope")); !errors.Is(err, errNoSession) {
		t.Errorf("error %v", err)
	}
}

func TestAFailureDoesNotEndTheConversation(t *testing.T) {
	broken := errors.New("it is broken\x1b")
	for name, result := range map[string]struct {
		result runtimebridge.TurnResult
		err    error
		seen   string
		next   string
	}{
		"an error":          {runtimebridge.TurnResult{}, broken, "Error: it is broken\\x1b\n", ": b"},
		"a turn that fails": {runtimebridge.TurnResult{SessionID: "cli_new", Text: "[failed] x", Failed: true, FailureCode: "no_key"}, nil, "Error: [failed] x\n", "cli_new: b"},
	} {
		t.Run(name, func(t *testing.T) {
			a := &agent{ask: func(context.Context, runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
				return result.result, result.err
			}}
			seen, err := talk(t, a, lines("a", "b"))
			if err != nil || !strings.Contains(seen, result.seen) || a.asked[1] != result.next {
				t.Errorf("error %v, asked %q, seen:\n%s", err, a.asked, seen)
			}
			here := func(o *chat.Options) {
				o.Advice = func(code string) string { return "advice on " + code }
				o.Here = func(line string) string { return "here: " + line }
			}
			seen, _ = talk(t, a, lines("a"), here)
			if advised := strings.Contains(seen, "here: advice on no_key\n"); advised != (result.err == nil) || !strings.Contains(seen, "here: "+result.seen) {
				t.Errorf("seen:\n%s", seen)
			}
			nobody := func(o *chat.Options) { o.Person = false }
			if _, err := talk(t, a, lines("a"), nobody); err == nil {
				t.Error("a script is not told of the failure")
			}
		})
	}
}

// Ctrl-C at the prompt gives the line up; while a turn runs it cancels this turn.
// It may be typed, or come as a signal.
func TestCtrlC(t *testing.T) {
	interrupts := make(chan os.Signal, 1)
	a := &agent{sessions: []string{"cli_old"}}
	a.ask = func(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
		if p.Text == "stop me" {
			interrupts <- os.Interrupt
			<-ctx.Done()
		}
		if ctx.Err() != nil {
			return runtimebridge.TurnResult{}, errCancelled
		}
		return runtimebridge.TurnResult{SessionID: p.SessionID, Text: "answer"}, nil
	}
	signal := func(ctx context.Context) {
		interrupts <- os.Interrupt
		<-ctx.Done()
	}
	typed := script{
		{err: chat.ErrInterrupted}, {text: "given up", do: signal}, {text: "stop me"},
		{text: "/sessions"}, {text: "go on"}, {err: io.EOF},
	}
	a.listed = func() { interrupts <- os.Interrupt } // while neither a line is read nor a turn runs
	seen, err := talk(t, a, typed, func(o *chat.Options) { o.Interrupts = interrupts })
	if err != nil || strings.Count(seen, "[cancelled]") != 1 || strings.Count(seen, "Ctrl-D or /quit") != 2 || !strings.Contains(seen, "answer\n") {
		t.Errorf("error %v, seen:\n%s", err, seen)
	}
	if diff := cmp.Diff([]string{": stop me", "cli_new: go on"}, a.asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// What comes between the line and the turn is for the turn.
func TestCtrlCRightAfterTheLine(t *testing.T) {
	interrupts := make(chan os.Signal, 1)
	a := &agent{}
	a.ask = func(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
		<-ctx.Done()
		return runtimebridge.TurnResult{}, errCancelled
	}
	asked := func(o *chat.Options) { o.Interrupts = interrupts }
	press := func(context.Context) { interrupts <- os.Interrupt } // and the line is complete
	for range 50 {
		if _, err := talk(t, a, script{{text: "a", do: press}, {err: io.EOF}}, asked); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheEndOfTheProgramEndsTheConversation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, typed := io.Pipe()
	defer typed.Close()
	cancel()
	err := chat.Run(ctx, chat.Options{
		Agent: &agent{}, Lines: chat.PlainLines(in, io.Discard), Screen: chat.Screen{Answers: io.Discard, Notes: io.Discard},
	})
	if !errors.Is(err, chat.ErrEnded) {
		t.Errorf("error %v", err)
	}
}

func TestQuestionsOfATurn(t *testing.T) {
	var answered runtimebridge.Answer
	a := &agent{ask: func(ctx context.Context, p runtimebridge.Prompt) (runtimebridge.TurnResult, error) {
		p.Observe(delta("let me see"))
		answered = p.Ask(ctx, approval)
		return runtimebridge.TurnResult{SessionID: p.SessionID}, nil
	}}
	seen, _ := talk(t, a, lines("a", "once"))
	if answered.Verdict != runtimebridge.AllowedOnce || !strings.Contains(seen, "let me see\n\nbash wants to run:\n") {
		t.Errorf("answered %+v, seen:\n%s", answered, seen)
	}
	_, _ = talk(t, a, lines("a"), func(o *chat.Options) {
		o.Ask = func(context.Context, runtimebridge.Question) runtimebridge.Answer { return runtimebridge.Answer{} }
	})
	if answered != (runtimebridge.Answer{}) {
		t.Errorf("another asker was not asked: %+v", answered)
	}
}
