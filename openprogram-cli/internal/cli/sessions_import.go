package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

func newSessionsImport(p *program) *cobra.Command {
	var replace, asJSON bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Read sessions from a file as export writes it",
		Long: `Read sessions from a file as export writes it. A line that is wrong refuses the
whole file. A session that is there already is skipped and counted, or replaced
with --replace unless a turn runs in it. FILE - is standard input.`,
		Example: `  openprogram sessions import all.jsonl
  openprogram sessions import --replace all.jsonl`,
		Args: exactly("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				done, err := p.importFrom(ctx, owner, args[0], replace)
				if err != nil {
					return err
				}
				if asJSON {
					return p.printJSON(importCounts(done))
				}
				p.printf("%d added, %d replaced, %d skipped\n", done.Added, done.Replaced, done.Skipped)
				if done.Busy > 0 {
					p.notef("%s not replaced, because a turn runs there: try again when it has ended\n", terminal.Counted(done.Busy, "session"))
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&replace, "replace", false, "overwrite sessions that are there")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// importCounts is the outcome as --json prints it.
type importCounts struct {
	Added    int `json:"added"`
	Replaced int `json:"replaced"`
	Skipped  int `json:"skipped"`
	Busy     int `json:"busy"` // of those skipped
}

func (p *program) importFrom(ctx context.Context, owner *app.Owner, file string, replace bool) (store.Imported, error) {
	progress := p.slow("reading sessions")
	defer progress.End()
	options := app.ImportOptions{Replace: replace, Report: func(done int) {
		progress.Say(fmt.Sprintf("reading sessions: %d", done))
	}}
	if file == standardStream {
		return owner.Import(ctx, p.stdin, options)
	}
	return owner.ImportFile(ctx, file, options)
}
