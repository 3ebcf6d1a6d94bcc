package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newToolsList(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List every Runtime tool, whether clients can reach it, and why not",
		Example: `  openprogram tools list --json`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.asOwnerWith(c.Context(), app.OwnerOptions{AllTools: true, Reading: true}, func(ctx context.Context, owner *app.Owner) error {
				tools, err := owner.RuntimeTools(ctx)
				if err != nil {
					return err
				}
				for i := range tools {
					tools[i].Remedy = p.here(tools[i].Remedy)
				}
				if asJSON {
					return p.printJSON(tools)
				}
				p.table(toolRows(tools))
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func toolRows(tools []app.Tool) [][]string {
	rows := [][]string{{"TOOL", "CAPABILITY", "CLIENTS", "WHY"}}
	for _, t := range tools {
		clients := "no"
		if t.Exposed {
			clients = "yes"
		}
		rows = append(rows, []string{t.Name, t.Capability, clients, t.Reason})
	}
	return rows
}
