package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Asker asks the person at the terminal what a turn wants to know.
type Asker struct {
	Lines Lines
	Notes io.Writer
	// Interrupted ends the turn: it is called when Ctrl-C is pressed at a
	// question. May be nil.
	Interrupted func()
}

var declined = runtimebridge.Answer{Verdict: runtimebridge.Declined}

// Ask asks one question. What is not a clear yes is a no, and so is the end of
// ctx.
func (a *Asker) Ask(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
	if q.Kind != runtimebridge.QuestionApproval {
		return a.askText(ctx, q)
	}
	text, cut := full(q.Detail, true)
	fmt.Fprintf(a.Notes, "\n%s wants to run:\n%s", terminal.Line(q.Tool), text)
	if q.Rule != "" {
		fmt.Fprintf(a.Notes, "always stores the rule %s\n", terminal.Line(q.Rule))
	}
	for {
		line, ok := a.read(ctx, choices(q.Rule != "", cut))
		switch word := strings.ToLower(line); {
		case !ok:
			return declined
		case cut && (word == "v" || word == "view"):
			text, cut = full(q.Detail, false)
			io.WriteString(a.Notes, text)
		case word == "o" || word == "once" || word == "y" || word == "yes":
			return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
		case (word == "a" || word == "always") && q.Rule != "":
			return runtimebridge.Answer{Verdict: runtimebridge.AllowedAlways}
		default:
			return declined
		}
	}
}

// choices is the prompt of an approval: the answers that there are.
func choices(always, cut bool) string {
	words := []string{"[o]nce"}
	if always {
		words = append(words, "[a]lways")
	}
	if cut {
		words = append(words, "[v]iew all")
	}
	return strings.Join(append(words, "[n]o"), ", ") + ": "
}

func (a *Asker) askText(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
	fmt.Fprintf(a.Notes, "\n%s\n", terminal.Text(q.Prompt))
	line, ok := a.read(ctx, "answer: ")
	if !ok || line == "" {
		return declined
	}
	return runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: line}
}

// read reads an answer, which must not have been typed before the question.
func (a *Asker) read(ctx context.Context, prompt string) (string, bool) {
	line, err := a.Lines.Fresh(ctx, prompt)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.Notes, "\n[nobody waits for the answer any more]")
	case err == nil:
		return strings.TrimSpace(line), true
	case errors.Is(err, ErrInterrupted) && a.Interrupted != nil:
		a.Interrupted()
		<-ctx.Done() // or the turn would go on with a no until it is told
	}
	return "", false
}

// Yes answers approvals with a yes, for one time each, and knows nothing else.
func Yes(_ context.Context, q runtimebridge.Question) runtimebridge.Answer {
	if q.Kind != runtimebridge.QuestionApproval {
		return declined
	}
	return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
}
