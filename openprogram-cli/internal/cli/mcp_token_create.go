package cli

import "github.com/spf13/cobra"

func newMCPTokenCreate(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     "create",
		Short:   "Create the token and print it, once",
		Example: `  openprogram mcp token create`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			tokens, err := p.tokens()
			if err != nil {
				return err
			}
			token, err := tokens.Create(c.Context())
			if err != nil {
				return err
			}
			p.showToken(token)
			return nil
		},
	}
}
