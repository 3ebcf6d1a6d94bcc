package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

var (
	errBlankPrompt = errors.New("the prompt is blank")
	errTurnFailed  = errors.New("the turn failed")
)

// promptResult is the outcome as --json prints it.
type promptResult struct {
	SessionID   string `json:"session_id"`
	MessageID   string `json:"assistant_msg_id"`
	Text        string `json:"text"`
	Failed      bool   `json:"failed"`
	FailureCode string `json:"failure_code,omitempty"`
}

func newPrompt(p *program) *cobra.Command {
	var asJSON bool
	var session string
	c := &cobra.Command{
		Use:   "prompt TEXT",
		Short: "Ask the agent, with the owner's rights, and watch it answer",
		Long: `Ask the agent, with the owner's rights, and watch it answer. What is piped into
standard input goes with the prompt. Ctrl-C cancels. Tool calls that no rule
allows are asked about when a terminal is there to answer, and refused otherwise.`,
		Example: `  openprogram prompt "What did we decide about the harbour?"
  git diff | openprogram prompt "What is risky about this change?"
  openprogram prompt --session cli_1f0c... "And what was left open?"`,
		Args: exactly("TEXT"),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := p.promptText(args[0])
			if err != nil {
				return err
			}
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				return p.ask(ctx, owner, runtimebridge.Prompt{Text: text, SessionID: session}, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the outcome as JSON instead of the answer as it comes")
	c.Flags().StringVar(&session, "session", "", "go on in the session with this `ID` instead of a new one")
	return c
}

// promptText is the prompt with what is piped in.
func (p *program) promptText(text string) (string, error) {
	piped, err := p.pipedText()
	if err != nil {
		return "", err
	}
	if piped != "" {
		text += "\n\n" + piped
	}
	if strings.TrimSpace(text) == "" {
		return "", errBlankPrompt
	}
	return text, nil
}

func (p *program) ask(ctx context.Context, owner *app.Owner, prompt runtimebridge.Prompt, asJSON bool) error {
	show := &answerView{program: p}
	if !asJSON {
		prompt.Observe = show.observe
	}
	if p.interactive() {
		prompt.Ask = p.answer
	}
	result, err := owner.Ask(ctx, prompt)
	if asJSON && err == nil {
		err = p.printJSON(promptResult{
			SessionID: result.SessionID, MessageID: result.AssistantMessageID, Text: result.Text,
			Failed: result.Failed, FailureCode: result.FailureCode,
		})
	} else {
		show.end(result)
	}
	switch {
	case err != nil:
		return err
	case result.Failed && asJSON:
		return errTurnFailed
	case result.Failed:
		return errors.New(result.Text)
	}
	return nil
}

// answerView shows an answer while it comes. Its methods are called one at a
// time.
type answerView struct {
	program *program
	step    int
	written bool // something of the current step was shown
	open    bool // the last line has not ended
}

// observe shows text on standard output, and on standard error what happens in
// between.
func (v *answerView) observe(e runtimebridge.TurnEvent) {
	switch e.Kind {
	case runtimebridge.EventModelCall:
		v.endLine()
		v.step, v.written = e.Step, false
	case runtimebridge.EventTextDelta:
		v.program.printf("%s", terminal.Text(e.Text))
		v.written = true
		v.open = !strings.HasSuffix(e.Text, "\n")
	case runtimebridge.EventToolStart:
		v.endLine()
		v.program.notef("[%s]\n", terminal.Line(e.Tool))
	case runtimebridge.EventWaiting:
		v.endLine()
		v.program.notef("[waiting for the provider]\n")
	}
}

// end shows an answer that did not come in pieces, and where to go on.
func (v *answerView) end(r runtimebridge.TurnResult) {
	if !v.written && !r.Failed && r.Text != "" {
		v.program.printf("%s", terminal.Text(r.Text))
		v.open = !strings.HasSuffix(r.Text, "\n")
	}
	v.endLine()
	if r.SessionID != "" {
		v.program.notef("[session %s]\n", terminal.Line(r.SessionID))
	}
}

func (v *answerView) endLine() {
	if v.open {
		v.program.printf("\n")
		v.open = false
	}
}
