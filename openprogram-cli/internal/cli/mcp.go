package cli

import "github.com/spf13/cobra"

func newMCP(p *program) *cobra.Command {
	return group("mcp", "Serve MCP clients", newMCPServe(p), newMCPToken(p))
}
