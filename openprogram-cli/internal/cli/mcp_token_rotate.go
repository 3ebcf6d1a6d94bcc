package cli

import "github.com/spf13/cobra"

func newMCPTokenRotate(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "rotate",
		Short: "Replace the token and print the new one, once",
		Long: `Replace the token and print the new one, once. Clients that present the old one
are refused from then on; servers that run keep their clients until they end.`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			tokens, err := p.tokens()
			if err != nil {
				return err
			}
			token, err := tokens.Rotate(c.Context())
			if err != nil {
				return err
			}
			p.showToken(token)
			return nil
		},
	}
}
