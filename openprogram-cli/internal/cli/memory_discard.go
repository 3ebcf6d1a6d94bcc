package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newMemoryDiscard(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "discard ID...",
		Short: "Refuse what a client has asked to add; no note changes",
		Long: `Refuse what a client has asked to add: it is gone then, and no note changes. The
audit log keeps that it was refused, and not what it said.`,
		Example:           `  openprogram memory discard p1f0c...`,
		Args:              atLeast("ID"),
		ValidArgsFunction: p.completePending,
		RunE: func(c *cobra.Command, args []string) error {
			return p.onMemory(c.Context(), func(ctx context.Context, m *app.Memory) error {
				return each(args, func(id string) error {
					record, err := m.Discard(ctx, id)
					if err != nil {
						return err
					}
					p.printf("discarded %s, for %s\n", terminal.Line(id), terminal.Line(record.Path))
					return nil
				})
			})
		},
	}
}

// completePending offers the additions that wait.
func (p *program) completePending(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	l, err := p.location()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return app.PendingIDs(l), cobra.ShellCompDirectiveNoFileComp
}
