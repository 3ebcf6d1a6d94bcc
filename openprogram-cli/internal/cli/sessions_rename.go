package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newSessionsRename(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     "rename ID TITLE",
		Short:   "Give a session another title",
		Example: `  openprogram sessions rename cli_1f0c... "The harbour"`,
		Args:    exactly("ID", "TITLE"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				id, err := owner.SessionID(ctx, args[0])
				if err != nil {
					return err
				}
				return p.during("renaming the session", func() error { return owner.Rename(ctx, id, args[1]) })
			})
		},
	}
}
