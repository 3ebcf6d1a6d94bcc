package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

func newAuditList(p *program) *cobra.Command {
	var asJSON bool
	var types []string
	var filter audit.Filter
	c := &cobra.Command{
		Use:   "list",
		Short: "List what was decided and done, the newest last",
		Example: `  openprogram audit list --type mcp.tool.denied
  openprogram audit list --limit 0 --json`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			if filter.Limit < 0 {
				return wrongUse(c, "--limit takes a number from 0")
			}
			for _, kind := range types {
				filter.Types = append(filter.Types, runtimebridge.AuditType(kind))
			}
			return p.listAudit(c, filter, asJSON)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&asJSON, "json", false, "print one JSON object a line, as in the log")
	flags.StringSliceVar(&types, "type", nil, "only records of these `TYPES`, such as mcp.tool.denied")
	flags.StringVar(&filter.Origin, "origin", "", "only what this `SPEAKER` caused, such as owner/local")
	flags.StringVar(&filter.Session, "session", "", "only records about the session with this `ID`")
	flags.Uint64Var(&filter.AfterSeq, "after", 0, "only records after this `NUMBER`")
	_ = c.RegisterFlagCompletionFunc("type", completeAuditType)
	flags.IntVar(&filter.Limit, "limit", 200, "the newest `N`; 0 for all")
	return c
}

func (p *program) listAudit(c *cobra.Command, filter audit.Filter, asJSON bool) error {
	l, err := p.location()
	if err != nil {
		return err
	}
	progress := p.slow("reading the audit log")
	defer progress.End()
	if asJSON {
		e := json.NewEncoder(progress.Before(p.stdout))
		e.SetEscapeHTML(false)
		return app.ReadAudit(c.Context(), l, filter, func(r audit.Record) error { return e.Encode(r) })
	}
	rows := [][]string{{"SEQ", "TIME", "TYPE", "ORIGIN", "WHAT"}}
	err = app.ReadAudit(c.Context(), l, filter, func(r audit.Record) error {
		rows = append(rows, []string{
			strconv.FormatUint(r.Seq, 10), r.Time.Local().Format("2006-01-02 15:04:05"),
			string(r.Type), r.Origin, payloadText(r.Payload),
		})
		return nil
	})
	progress.End()
	if len(rows) == 1 && err == nil {
		p.notef("There is no such record yet.\n")
	}
	p.table(rows)
	return err
}

// shownHash is how much of a hash a person is shown: enough to tell calls apart.
const shownHash = 12

// payloadText shows a payload as name=value pairs, without what is empty and
// with hashes cut.
func payloadText(payload map[string]any) string {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(payload)) {
		text := fmt.Sprint(payload[name])
		if strings.HasSuffix(name, "_hash") && len(text) > shownHash {
			text = text[:shownHash] + "…"
		}
		if text != "" {
			pairs = append(pairs, name+"="+text)
		}
	}
	return strings.Join(pairs, " ")
}
