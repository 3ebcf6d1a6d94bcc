package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newMemoryPromote(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "promote ID",
		Short:             "Take what a client has asked to add over into the notes",
		Example:           `  openprogram memory promote p1f0c...`,
		Args:              exactly("ID"),
		ValidArgsFunction: p.completePending,
		RunE: func(c *cobra.Command, args []string) error {
			return p.onMemory(c.Context(), func(ctx context.Context, m *app.Memory) error {
				record, err := m.Promote(ctx, args[0])
				if err != nil {
					return err
				}
				p.printf("added to %s\n", terminal.Line(record.Path))
				return nil
			})
		},
	}
}
