package cli

import (
	"github.com/spf13/cobra"
)

func newMCPTokenRotate(p *program) *cobra.Command {
	var update bool
	c := &cobra.Command{
		Use:   "rotate",
		Short: "Replace the token and print the new one, once",
		Long: `Replace the token and print the new one, once. Clients that present the old one
are refused from then on; servers that run keep their clients until they end. The
clients whose files hold the old one are named; --update-clients writes the new one
into them, and so does a yes at the terminal.`,
		Example: "  openprogram mcp token rotate --update-clients",
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
			token, err := tokens.Rotate(c.Context())
			if err != nil {
				return err
			}
			p.showToken(token)
			return p.renewClients(entries, token, update)
		},
	}
	c.Flags().BoolVar(&update, "update-clients", false, "write the new token into the files of the clients that have this server")
	return c
}
