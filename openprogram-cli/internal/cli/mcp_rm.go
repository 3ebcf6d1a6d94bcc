package cli

import "github.com/spf13/cobra"

func newMCPRemove(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "rm NAME",
		Aliases:           []string{"remove"},
		Short:             "Take one of the other MCP servers out",
		Example:           `  openprogram mcp rm files`,
		Args:              exactly("NAME"),
		ValidArgsFunction: p.serverNames,
		RunE: func(c *cobra.Command, args []string) error {
			servers, err := p.servers()
			if err != nil {
				return err
			}
			if err := servers.Remove(c.Context(), args[0]); err != nil {
				return err
			}
			p.printf("Removed '%s'.\n", args[0])
			return nil
		},
	}
}
