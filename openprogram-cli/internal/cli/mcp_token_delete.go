package cli

import "github.com/spf13/cobra"

func newMCPTokenDelete(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "delete",
		Short: "Delete the token, so that no client is let in",
		Long: `Delete the token. No client is let in until there is a new one; servers that
run keep their clients until they end.`,
		Example: `  openprogram mcp token delete`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			tokens, err := p.tokens()
			if err != nil {
				return err
			}
			entries, err := p.clientEntries()
			if err != nil {
				return err
			}
			if err := tokens.Delete(c.Context()); err != nil {
				return err
			}
			p.nameClients(entries, "These clients are refused from now on; openprogram mcp uninstall takes them out:")
			return nil
		},
	}
}
