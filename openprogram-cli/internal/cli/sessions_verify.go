package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newSessionsVerify(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "verify",
		Short:   "Read all that is stored and say whether it is whole",
		Example: `  openprogram sessions verify`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.readAsOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				progress := p.slow("reading the sessions")
				count, err := owner.Verify(ctx)
				progress.End()
				if err != nil {
					return err
				}
				if asJSON {
					return p.printJSON(map[string]any{"intact": true, "sessions": count})
				}
				p.printf("%s, nothing is missing or damaged\n", terminal.Counted(count, "session"))
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
