package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func newSessionsShow(p *program) *cobra.Command {
	var asJSON, steps bool
	c := &cobra.Command{
		Use:     "show ID",
		Short:   "Show the conversation of a session",
		Example: `  openprogram sessions show --steps cli_1f0c...`,
		Args:    exactly("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.readAsOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				id, err := owner.SessionID(ctx, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					_, err := owner.Export(ctx, p.stdout, id)
					return err
				}
				session, messages, err := owner.History(ctx, id)
				if err != nil {
					return err
				}
				p.showSession(session, messages, steps)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the session as one line of an export")
	c.Flags().BoolVar(&steps, "steps", false, "show the tool calls and results between the messages")
	return c
}

func (p *program) showSession(s store.Session, messages []store.Message, steps bool) {
	p.printf("%s\n%s, %s, last changed %s\n", terminal.Line(s.Title), terminal.Line(s.ID), terminal.Line(s.Source), when(s.UpdatedAt))
	if s.Interrupted {
		p.printf("A turn runs in it or was interrupted.\n")
	}
	for _, m := range messages {
		for _, step := range m.Steps {
			if steps {
				p.showStep(step)
			}
		}
		p.printf("\n[%s] %s\n%s\n", m.Role, when(m.Timestamp), terminal.Text(m.Content))
	}
}

func (p *program) showStep(s store.Step) {
	switch s.Kind {
	case store.StepReply:
		if s.Text != "" {
			p.printf("\n[reply]\n%s\n", terminal.Text(s.Text))
		}
		for _, call := range s.Calls {
			p.printf("\n[call] %s %s\n", terminal.Line(call.Name), terminal.Line(call.Arguments))
		}
	case store.StepResult:
		p.printf("\n[result] %s\n%s\n", terminal.Line(s.Tool), terminal.Text(s.Text))
	default:
		p.printf("\n[%s]\n%s\n", terminal.Line(string(s.Kind)), terminal.Text(s.Text))
	}
}
