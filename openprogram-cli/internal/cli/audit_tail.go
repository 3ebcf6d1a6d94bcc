package cli

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

func newAuditTail(p *program) *cobra.Command {
	var asJSON, follow bool
	var count int
	c := &cobra.Command{
		Use:   "tail",
		Short: "Show the newest records, and with --follow each that comes",
		Example: `  openprogram audit tail
  openprogram audit tail --follow --json`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			if count < 1 {
				return wrongUse(c, "--count takes a number from 1")
			}
			ctx, stop := untilStopped(c.Context())
			defer stop()
			return p.tailAudit(ctx, audit.Filter{Limit: count}, follow, asJSON)
		},
	}
	c.Flags().BoolVarP(&follow, "follow", "f", false, "go on until Ctrl-C")
	c.Flags().IntVarP(&count, "count", "n", 10, "begin with the newest `N`")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line, as in the log")
	return c
}

func (p *program) tailAudit(ctx context.Context, filter audit.Filter, follow, asJSON bool) error {
	l, err := p.location()
	if err != nil {
		return err
	}
	progress := p.slow("reading the audit log")
	defer progress.End()
	e := json.NewEncoder(p.stdout)
	e.SetEscapeHTML(false)
	show := func(r audit.Record) error {
		progress.End()
		if asJSON {
			return e.Encode(r)
		}
		p.printf("%s\n", terminal.Line(recordLine(r)))
		return p.stdout.Err()
	}
	if follow {
		return ended(ctx, app.FollowAudit(ctx, l, filter, show))
	}
	return ended(ctx, app.ReadAudit(ctx, l, filter, show))
}

// ended is the error of a tail: Ctrl-C is how it ends well.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// recordLine is a record on one line.
func recordLine(r audit.Record) string {
	return strconv.FormatUint(r.Seq, 10) + "  " + r.Time.Local().Format("2006-01-02 15:04:05") + "  " +
		string(r.Type) + "  " + r.Origin + "  " + payloadText(r.Payload)
}
