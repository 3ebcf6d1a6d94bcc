package doctor

import (
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

// token checks the file and every directory above it.
func (e *examination) token() {
	status := app.Tokens{Location: e.Entries.Location}.Status("")
	e.admitted = status.OK()
	if e.admitted {
		e.ok("token", "a client that presents it is mcp/"+status.ClientID)
	}
	e.findings("token", status.Findings)
}

// variable checks what this terminal has set. A client sets its own.
func (e *examination) variable() {
	presented := e.Getenv(mcpauth.EnvVariable)
	switch {
	case presented == "":
		e.ok("variable", mcpauth.EnvVariable+" is not set here; each client sets it for itself")
		return
	case !e.admitted:
		e.skip("without a usable token nothing is right", "variable")
		return
	}
	status := app.Tokens{Location: e.Entries.Location}.Status(presented)
	if status.OK() {
		e.ok("variable", mcpauth.EnvVariable+" holds the token")
	}
	e.findings("variable", status.Findings)
}

func (e *examination) findings(name string, findings []mcpauth.Finding) {
	for _, f := range findings {
		detail, remedy := f.Problem, f.Remedy
		if f.Path != "" {
			detail = f.Path + ": " + detail
		}
		if command := app.FindingCommand(f); command != "" {
			remedy += " " + command
		}
		e.fail(name, detail, remedy)
	}
}
