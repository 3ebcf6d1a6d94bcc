package cli

import (
	"context"
	"io"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// standardStream stands for standard input or output in the place of a file.
const standardStream = "-"

func newSessionsExport(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE [ID...]",
		Short: "Write sessions to a file, one JSON object a line",
		Long: `Write sessions to a file, one JSON object a line: all of them, or those named.
The file appears when it is complete. FILE - is standard output.`,
		Example: `  openprogram sessions export all.jsonl
  openprogram sessions export - cli_1f0c... | jq .title`,
		Args:              atLeast("FILE"),
		ValidArgsFunction: filesFirst,
		RunE: func(c *cobra.Command, args []string) error {
			return p.readAsOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				ids, err := sessionIDs(ctx, owner, args[1:])
				if err != nil {
					return err
				}
				progress := p.slow("writing sessions")
				defer progress.End()
				if args[0] == standardStream {
					_, err := owner.Export(ctx, p.exported(progress), ids...)
					return err
				}
				count, err := owner.ExportFile(ctx, args[0], ids...)
				progress.End()
				if err != nil {
					return err
				}
				p.printf("%s exported\n", terminal.Counted(count, "session"))
				return nil
			})
		},
	}
}

// exported is where sessions go. On a screen they are in the place of the
// progress.
func (p *program) exported(progress *terminal.Progress) io.Writer {
	if term.IsTerminal(int(syscall.Stdout)) {
		return progress.Before(p.stdout)
	}
	return p.stdout
}
