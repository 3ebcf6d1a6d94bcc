package cli

import "github.com/spf13/cobra"

func newMCPTokenDelete(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "delete",
		Short: "Delete the token, so that no client is let in",
		Long: `Delete the token. No client is let in until there is a new one; servers that
run keep their clients until they end.`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			tokens, err := p.tokens()
			if err != nil {
				return err
			}
			return tokens.Delete(c.Context())
		},
	}
}
