package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newSessionsArchive(p *program) *cobra.Command {
	var back bool
	c := &cobra.Command{
		Use:   "archive ID...",
		Short: "Take sessions out of the list, or put them back",
		Long: `Take sessions out of the list, or with --undo put them back. Nothing of them is
lost, and a prompt can still name them.`,
		Example: `  openprogram sessions archive cli_1f0c...
  openprogram sessions archive --undo cli_1f0c...`,
		Args: atLeast("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				return each(args, func(given string) error {
					id, err := owner.SessionID(ctx, given)
					if err != nil {
						return err
					}
					return p.during("moving the session", func() error { return owner.SetArchived(ctx, id, !back) })
				})
			})
		},
	}
	c.Flags().BoolVar(&back, "undo", false, "put them back into the list")
	return c
}
