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
	p.notef("This is shown once. Give it to your MCP client as the environment variable %s;\n"+
		"the client starts: openprogram mcp serve\n", mcpauth.EnvVariable)
}

func (p *program) tokens() (app.Tokens, error) {
	l, err := p.location()
	return app.Tokens{Location: l}, err
}
