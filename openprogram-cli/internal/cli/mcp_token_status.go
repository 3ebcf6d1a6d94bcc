package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

var errTokenNotReady = errors.New("a client would be refused")

// tokenStatus is the status as --json prints it.
type tokenStatus struct {
	OK       bool           `json:"ok"`
	ClientID string         `json:"client_id,omitempty"`
	Findings []tokenFinding `json:"findings"`
}

type tokenFinding struct {
	Code    string `json:"code"`
	Path    string `json:"path,omitempty"`
	Problem string `json:"problem"`
	Remedy  string `json:"remedy"`
}

func newMCPTokenStatus(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Say whether a client would be let in, and if not, why and what to do",
		Long: `Say whether a client would be let in, and if not, why and what to do. When
` + mcpauth.EnvVariable + ` is set, its value is checked too. The token is never shown.`,
		Example: `  openprogram mcp token status --json`,
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			tokens, err := p.tokens()
			if err != nil {
				return err
			}
			status := tokens.Status(p.getenv(mcpauth.EnvVariable))
			if asJSON {
				err = p.printJSON(tokenStatusOf(status))
			} else {
				p.printTokenStatus(status)
			}
			if err == nil && !status.OK() {
				err = errTokenNotReady
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (p *program) printTokenStatus(s mcpauth.Status) {
	if s.OK() {
		p.printf("The token is in order. A client that presents it is mcp/%s.\n", s.ClientID)
	}
	for _, f := range s.Findings {
		if f.Path != "" {
			p.printf("%s\n", terminal.Line(f.Path))
		}
		p.printf("%s\n%s\n", terminal.Line(f.Problem), terminal.Line(f.Remedy))
		if command := app.FindingCommand(f); command != "" {
			p.printf("  %s\n", terminal.Line(p.here(command)))
		}
	}
}

func tokenStatusOf(s mcpauth.Status) tokenStatus {
	out := tokenStatus{OK: s.OK(), ClientID: s.ClientID, Findings: []tokenFinding{}}
	for _, f := range s.Findings {
		out.Findings = append(out.Findings, tokenFinding{Code: string(f.Code), Path: f.Path, Problem: f.Problem, Remedy: f.Remedy})
	}
	return out
}
