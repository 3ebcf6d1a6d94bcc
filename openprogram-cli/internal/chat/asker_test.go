package chat_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

var (
	approval = runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "bash", Detail: `{"command":"rm -rf x\u001b[2J"}`, Rule: "bash(rm -rf x)"}
	noRule   = runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "bash", Detail: `{"command":"a; b"}`}
	question = runtimebridge.Question{Kind: runtimebridge.QuestionText, Prompt: "Which one?\x1b[2J"}
)

func TestAsker(t *testing.T) {
	once := runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
	always := runtimebridge.Answer{Verdict: runtimebridge.AllowedAlways}
	no := runtimebridge.Answer{Verdict: runtimebridge.Declined}
	cases := map[string]struct {
		question runtimebridge.Question
		typed    string
		want     runtimebridge.Answer
	}{
		"once":                     {approval, "o\n", once},
		"once in full":             {approval, " Once \r\n", once},
		"yes":                      {approval, "y\n", once},
		"a loud yes":               {approval, " YES \n", once},
		"always":                   {approval, "a\n", always},
		"always in full":           {approval, "always\n", always},
		"always without a rule":    {noRule, "a\n", no},
		"no":                       {approval, "n\n", no},
		"nothing":                  {approval, "\n", no},
		"something else":           {approval, "ok\n", no},
		"a yes that is cut":        {approval, "y", no},
		"a view of what is all":    {approval, "v\ny\n", no},
		"a plain answer":           {question, "the left one\n", runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: "the left one"}},
		"no plain answer":          {question, "\n", no},
		"the end of the input":     {question, "", no},
		"the end at an approval":   {approval, "", no},
		"an approval is no answer": {question, "y\n", runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: "y"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var notes bytes.Buffer
			a := &chat.Asker{Lines: chat.PlainLines(strings.NewReader(c.typed), &notes), Notes: &notes}
			if got := a.Ask(t.Context(), c.question); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if strings.ContainsRune(notes.String(), '\x1b') {
				t.Errorf("the question drives the terminal: %q", notes.String())
			}
		})
	}
}

func TestWhatAnApprovalShows(t *testing.T) {
	long := `{"content":"` + strings.Repeat(`line\n`, 100) + `","file_path":"a.txt","mode":1.50,"wide":"` + strings.Repeat("x", 1000) + `"}`
	cases := map[string]struct {
		question runtimebridge.Question
		typed    string
		want     []string
		not      []string
	}{
		"everything":      {approval, "n\n", []string{"\nbash wants to run:\n  command: rm -rf x\\x1b[2J\n", "always stores the rule bash(rm -rf x)\n", "[o]nce, [a]lways, [n]o: "}, nil},
		"no always":       {noRule, "n\n", []string{"[o]nce, [n]o: "}, []string{"always"}},
		"a long one":      {runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "write", Detail: long}, "n\n", []string{"  file_path: a.txt\n  mode: 1.50\n  wide: xxx", "  | line\n", "  … 64 more lines\n", "[o]nce, [v]iew all, [n]o: "}, []string{strings.Repeat("x", 500)}},
		"all of it":       {runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "write", Detail: long}, "view\nn\n", []string{strings.Repeat("  | line\n", 100), strings.Repeat("x", 1000), "[o]nce, [n]o: "}, nil},
		"no arguments":    {runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "srv__go", Detail: "{}"}, "n\n", []string{"\nsrv__go wants to run:\n[o]nce"}, nil},
		"odd arguments":   {runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "bash", Detail: "5\x07"}, "n\n", []string{"  5\\x07\n"}, nil},
		"a question":      {question, "x\n", []string{"\nWhich one?\\x1b[2J\nanswer: "}, nil},
		"a name as given": {runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "x\n", Detail: `{"a\u0007":[1,"<b>"]}`}, "n\n", []string{`x\n wants`, `  a\x07: [1,"<b>"]`}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var notes bytes.Buffer
			(&chat.Asker{Lines: chat.PlainLines(strings.NewReader(c.typed), &notes), Notes: &notes}).Ask(t.Context(), c.question)
			for _, want := range c.want {
				if !strings.Contains(notes.String(), want) {
					t.Errorf("%q is not shown:\n%s", want, notes.String())
				}
			}
			for _, not := range c.not {
				if strings.Contains(notes.String(), not) {
					t.Errorf("%q is shown", not)
				}
			}
		})
	}
}

func TestAQuestionEndsWithItsTurn(t *testing.T) {
	in, typed := io.Pipe()
	defer typed.Close()
	var notes bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := &chat.Asker{Lines: chat.PlainLines(in, io.Discard), Notes: &notes}
	if got := a.Ask(ctx, approval); got.Verdict != runtimebridge.Declined {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(notes.String(), "[nobody waits for the answer any more]") {
		t.Errorf("the person is told %q", notes.String())
	}
}

func TestCtrlCAtAQuestion(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := false
	end := func() {
		time.AfterFunc(50*time.Millisecond, func() { // the turn is told a little later
			ended = true
			cancel()
		})
	}
	a := &chat.Asker{Lines: &script{{err: chat.ErrInterrupted}}, Notes: io.Discard, Interrupted: end}
	if got := a.Ask(ctx, approval); got.Verdict != runtimebridge.Declined || !ended {
		t.Errorf("got %+v, the turn has ended: %v", got, ended)
	}
}

func TestYes(t *testing.T) {
	if got := chat.Yes(t.Context(), approval); got.Verdict != runtimebridge.AllowedOnce {
		t.Errorf("got %+v", got)
	}
	if got := chat.Yes(t.Context(), question); got.Verdict != runtimebridge.Declined {
		t.Errorf("a plain question was answered: %+v", got)
	}
}

// script is what a person types, line by line.
type script []typed

type typed struct {
	text string
	err  error
	do   func(context.Context) // before it is typed
}

var errScriptEnded = errors.New("the script has ended")

func (s *script) Line(ctx context.Context, _ string) (string, error) {
	if len(*s) == 0 {
		return "", errScriptEnded
	}
	next := (*s)[0]
	*s = (*s)[1:]
	if next.do != nil {
		next.do(ctx)
	}
	return next.text, next.err
}

func (s *script) Fresh(ctx context.Context, prompt string) (string, error) {
	return s.Line(ctx, prompt)
}
