package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newVersion(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: `  openprogram version --json`,
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			b := app.ThisBuild()
			if asJSON {
				return p.printJSON(b)
			}
			p.printf("openprogram %s\ncommit %s\n%s\n", b.Version, b.Commit, b.Go)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
