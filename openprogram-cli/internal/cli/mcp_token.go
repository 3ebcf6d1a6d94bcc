package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newMCPToken(p *program) *cobra.Command {
	return group("token", "Manage the token that MCP clients present: create, status, rotate, delete",
		newMCPTokenCreate(p), newMCPTokenStatus(p), newMCPTokenRotate(p), newMCPTokenDelete(p))
}

// showToken prints the token, the only time that anything does, and says on
// standard error what to do with it.
func (p *program) showToken(token mcpauth.Token) {
	p.printf("%s\n", token.Reveal())
	p.notef("%s\n", p.here("This is shown once. openprogram mcp install CLIENT gives it to a client.\n"+
		"By hand: "+mcpauth.EnvVariable+" in the environment of openprogram mcp serve."))
}

func (p *program) tokens() (app.Tokens, error) {
	l, err := p.location()
	return app.Tokens{Location: l}, err
}
