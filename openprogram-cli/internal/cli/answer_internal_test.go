package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// asker is a program whose person types what is written to the file.
func asker(t *testing.T) (p *program, stderr *bytes.Buffer, typed *os.File) {
	t.Helper()
	in, typed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); typed.Close() })
	stderr = &bytes.Buffer{}
	return &program{stdin: in, stderr: stderr}, stderr, typed
}

func TestAnswer(t *testing.T) {
	approval := runtimebridge.Question{Kind: runtimebridge.QuestionApproval, Tool: "bash", Detail: "rm -rf x\x1b[2J"}
	plain := runtimebridge.Question{Kind: runtimebridge.QuestionText, Prompt: "Which one?"}
	cases := map[string]struct {
		question runtimebridge.Question
		line     string
		want     runtimebridge.Answer
	}{
		"yes":                  {approval, "y\n", runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}},
		"a loud yes":           {approval, " YES \n", runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}},
		"always":               {approval, "a\n", runtimebridge.Answer{Verdict: runtimebridge.AllowedAlways}},
		"no":                   {approval, "n\n", runtimebridge.Answer{Verdict: runtimebridge.Declined}},
		"nothing":              {approval, "\n", runtimebridge.Answer{Verdict: runtimebridge.Declined}},
		"something else":       {approval, "ok\n", runtimebridge.Answer{Verdict: runtimebridge.Declined}},
		"a yes that is cut":    {approval, "y", runtimebridge.Answer{Verdict: runtimebridge.Declined}},
		"a plain answer":       {plain, "the left one\n", runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: "the left one"}},
		"no plain answer":      {plain, "\n", runtimebridge.Answer{Verdict: runtimebridge.Declined}},
		"the end of the input": {plain, "", runtimebridge.Answer{Verdict: runtimebridge.Declined}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p, stderr, typed := asker(t)
			if _, err := typed.WriteString(c.line); err != nil {
				t.Fatal(err)
			}
			typed.Close()
			if got := p.answer(t.Context(), c.question); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if strings.ContainsRune(stderr.String(), '\x1b') {
				t.Errorf("the question drives the terminal: %q", stderr)
			}
		})
	}
}

func TestAnswerEndsWithItsTurn(t *testing.T) {
	p, _, _ := asker(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := p.answer(ctx, runtimebridge.Question{Kind: runtimebridge.QuestionApproval})
	if got.Verdict != runtimebridge.Declined {
		t.Errorf("got %+v", got)
	}
}
