package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

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
			installed := slices.DeleteFunc(entries.States(), func(s app.ClientState) bool { return !s.Installed })
			if len(installed) == 0 {
				return nil
			}
			p.nameClients(installed, "These clients are refused from now on; openprogram mcp uninstall takes them out:")
			return nil
		},
	}
}
