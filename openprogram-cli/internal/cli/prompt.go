package cli

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

var (
	errBlankPrompt = errors.New("the prompt is blank")
	errTurnFailed  = errors.New("the turn failed")
)

// turnError reports a turn that ran and failed.
type turnError struct {
	error
	code string
}

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
	var yes bool
	c := &cobra.Command{
		Use:   "prompt TEXT",
		Short: "Ask the agent, with the owner's rights, and watch it answer",
		Long: `Ask the agent, with the owner's rights, and watch it answer. What is piped into
standard input goes with the prompt. Ctrl-C cancels. Tool calls that no rule
allows are asked about when a terminal is there to answer, and refused otherwise;
with --yes they run. What a rule denies, and what touches the program's own
secrets, never runs.`,
		Example: `  openprogram prompt "What did we decide about the harbour?"
  git diff | openprogram prompt "What is risky about this change?"
  openprogram prompt --yes "Run the tests and tell me what fails"
  openprogram prompt --session cli_1f0c... "And what was left open?"`,
		Args: exactly("TEXT"),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := p.promptText(args[0])
			if err != nil {
				return err
			}
			prompt := runtimebridge.Prompt{Text: text, SessionID: session, Ask: p.answers(yes)}
			return p.asOwnerWith(c.Context(), app.OwnerOptions{Interactive: yes}, func(ctx context.Context, owner *app.Owner) error {
				return p.ask(ctx, owner, prompt, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the outcome as JSON instead of the answer as it comes")
	c.Flags().StringVar(&session, "session", "", "go on in the session with this `ID` instead of a new one")
	c.Flags().BoolVar(&yes, "yes", false, "approve the tool calls that would be asked about")
	_ = c.RegisterFlagCompletionFunc("session", p.completeSession)
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

// ask runs one turn and shows it.
func (p *program) ask(ctx context.Context, owner *app.Owner, prompt runtimebridge.Prompt, asJSON bool) error {
	screen := p.screen()
	if asJSON { // what happens meanwhile is for a person only
		screen.Answers, screen.Size = io.Discard, nil
	}
	view := chat.NewView(screen)
	if !asJSON || screen.Live {
		prompt.Observe = view.Observe
	}
	prompt.Ask = view.Asking(prompt.Ask)
	if prompt.SessionID != "" {
		id, err := owner.SessionID(ctx, prompt.SessionID)
		if err != nil {
			return err
		}
		prompt.SessionID = id
	}
	result, err := owner.Ask(ctx, prompt)
	if asJSON && err == nil {
		view.Pause()
		err = p.printJSON(promptResult{
			SessionID: result.SessionID, MessageID: result.AssistantMessageID, Text: result.Text,
			Failed: result.Failed, FailureCode: result.FailureCode,
		})
	} else {
		view.End(result)
		p.noteSession(result.SessionID)
	}
	switch {
	case err != nil:
		return err
	case result.Failed && asJSON:
		return turnError{errTurnFailed, result.FailureCode}
	case result.Failed:
		return turnError{errors.New(result.Text), result.FailureCode}
	}
	return nil
}

// noteSession says where to go on.
func (p *program) noteSession(id string) {
	if id != "" {
		p.notef("[session %s]\n", terminal.Line(id))
	}
}
