package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

var errNotIntact = errors.New("the audit log is not as it was written")

// auditReport is the report as --json prints it.
type auditReport struct {
	Intact     bool   `json:"intact"`
	Records    uint64 `json:"records"`
	Files      int    `json:"files"`
	LastSeq    uint64 `json:"last_seq"`
	LastHash   string `json:"last_hash"`
	Unfinished bool   `json:"unfinished"`
	Problem    string `json:"problem,omitempty"`
	ProblemSeq uint64 `json:"problem_seq,omitempty"`
}

func newAuditVerify(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check that no record was changed, removed or moved",
		Long: `Check that no record was changed, removed or moved. Whoever may write the files
can recompute the whole chain; keep the last hash elsewhere to notice that too.`,
		Example: `  openprogram audit verify --json`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			progress := p.slow("checking the audit log")
			report, err := app.VerifyAudit(c.Context(), l)
			progress.End()
			if err != nil {
				return err
			}
			if asJSON {
				err = p.printJSON(auditReportOf(report))
			} else {
				p.showReport(report)
			}
			if err == nil && !report.Intact() {
				err = errNotIntact
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (p *program) showReport(r audit.Report) {
	if !r.Intact() {
		p.printf("%s\n", r.Problem)
		return
	}
	p.printf("%s in %s, the chain is whole\n", terminal.Counted(r.Records, "record"), terminal.Counted(r.Files, "file"))
	if r.Last > 0 {
		p.printf("last record %d, hash %s\n", r.Last, r.Hash)
	}
	if r.Unfinished {
		p.printf("A process ended while it wrote a record that nobody relied on; the next one puts it right.\n")
	}
}

func auditReportOf(r audit.Report) auditReport {
	out := auditReport{
		Intact: r.Intact(), Records: r.Records, Files: r.Files,
		LastSeq: r.Last, LastHash: r.Hash, Unfinished: r.Unfinished,
	}
	if r.Problem != nil {
		out.Problem, out.ProblemSeq = string(r.Problem.Kind), r.Problem.Seq
	}
	return out
}
