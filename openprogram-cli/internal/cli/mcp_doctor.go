package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/doctor"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

var errInterrupted = errors.New("interrupted")

// doctorReport is the outcome as --json prints it.
type doctorReport struct {
	OK     bool           `json:"ok"` // nothing has failed
	Checks []doctor.Check `json:"checks"`
}

func newMCPDoctor(p *program) *cobra.Command {
	var asJSON, prompt bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check everything that a client depends on, and say what to do about what is wrong",
		Long: `Check everything that a client depends on, and say what to do about what is wrong:
the token, the files of the state directory, the notes, the provider, the tools
that clients may call, the clients' own files, and a real server with each of its
six tools. The exit code is 1 if anything fails.

No session is left behind. prompt_send is only asked about a session that does not
exist; with --prompt a real prompt is sent and its session deleted.`,
		Example: "  openprogram mcp doctor\n  openprogram mcp doctor --prompt\n  openprogram mcp doctor --json",
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.examine(c, prompt, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&prompt, "prompt", false, "send a real prompt, which the provider may charge for")
	return c
}

func (p *program) examine(c *cobra.Command, prompt, asJSON bool) error {
	entries, err := p.clientEntries()
	if err != nil {
		return err
	}
	ctx, stop := untilStopped(c.Context())
	defer stop()
	report := doctorReport{OK: true, Checks: []doctor.Check{}}
	failed := 0
	waiting := p.slow("looking")
	doctor.Examine(ctx, doctor.Options{
		Entries: entries, File: configFileIn(entries.Location, p.getenv), Getenv: p.getenv, Environ: os.Environ(), Prompt: prompt,
		Busy:     waiting.Say,
		Indexing: func(done, total int) { waiting.Count("indexing notes", done, total) },
		Report: func(check doctor.Check) {
			check.Remedy = p.here(check.Remedy)
			report.Checks = append(report.Checks, check)
			if check.Verdict == doctor.Fail {
				report.OK = false
				failed++
			}
		},
	})
	waiting.End()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if asJSON {
		err = p.printJSON(report)
	} else {
		p.showChecks(report.Checks)
	}
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %d checks failed", failed, len(report.Checks))
	}
	return err
}

// showChecks prints one line a check, and below it what to do.
func (p *program) showChecks(checks []doctor.Check) {
	width := 0
	for _, c := range checks {
		width = max(width, len(c.Name))
	}
	for _, c := range checks {
		p.printf("%-4s  %-"+strconv.Itoa(width)+"s  %s\n", c.Verdict, terminal.Line(c.Name), terminal.Line(c.Detail))
		if c.Remedy != "" {
			p.printf("      %-"+strconv.Itoa(width)+"s  -> %s\n", "", terminal.Line(c.Remedy))
		}
	}
}
