package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func newSessionsImport(p *program) *cobra.Command {
	var replace bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Read sessions from a file as export writes it",
		Long: `Read sessions from a file as export writes it. A line that is wrong refuses the
whole file. A session that is there already is skipped and counted, or replaced
with --replace unless a turn runs in it. FILE - is standard input.`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				done, err := p.importFrom(ctx, owner, args[0], replace)
				if err != nil {
					return err
				}
				p.printf("%d added, %d replaced, %d skipped\n", done.Added, done.Replaced, done.Skipped)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&replace, "replace", false, "overwrite sessions that are there")
	return c
}

func (p *program) importFrom(ctx context.Context, owner *app.Owner, file string, replace bool) (store.Imported, error) {
	if file == standardStream {
		return owner.Import(ctx, p.stdin, replace)
	}
	return owner.ImportFile(ctx, file, replace)
}
