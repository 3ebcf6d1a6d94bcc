package cli

import "github.com/spf13/cobra"

func newMCP(p *program) *cobra.Command {
	return group("mcp", "Serve MCP clients, and use other MCP servers",
		newMCPServe(p), newMCPToken(p), newMCPDoctor(p), newMCPCall(p), newMCPExpose(p), newMCPUnexpose(p),
		newMCPInstall(p), newMCPUninstall(p), newMCPClients(p),
		newMCPList(p), newMCPShow(p), newMCPAdd(p), newMCPRemove(p), newMCPEnable(p), newMCPDisable(p), newMCPTest(p))
}
