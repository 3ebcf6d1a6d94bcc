package cli

import (
	"bufio"
	"context"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// answer asks the person at the terminal. Whatever is not a clear yes is a no,
// and so is the end of ctx; then the read that waits for a line is left behind
// and ends with the process.
func (p *program) answer(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
	if q.Kind == runtimebridge.QuestionApproval {
		p.notef("\n%s wants to run:\n%s\n[y] once  [a] always  [n] no: ", terminal.Line(q.Tool), terminal.Text(q.Detail))
	} else {
		p.notef("\n%s\n> ", terminal.Text(q.Prompt))
	}
	lines := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(p.stdin).ReadString('\n')
		if err != nil {
			line = ""
		}
		lines <- strings.TrimSpace(line)
	}()
	select {
	case line := <-lines:
		return answerOf(q.Kind, line)
	case <-ctx.Done():
		p.notef("\n")
		return runtimebridge.Answer{Verdict: runtimebridge.Declined}
	}
}

func answerOf(kind runtimebridge.QuestionKind, line string) runtimebridge.Answer {
	if kind != runtimebridge.QuestionApproval {
		if line == "" {
			return runtimebridge.Answer{Verdict: runtimebridge.Declined}
		}
		return runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: line}
	}
	switch strings.ToLower(line) {
	case "y", "yes":
		return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
	case "a", "always":
		return runtimebridge.Answer{Verdict: runtimebridge.AllowedAlways}
	}
	return runtimebridge.Answer{Verdict: runtimebridge.Declined}
}
