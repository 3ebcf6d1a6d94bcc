package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

func newMCPEnable(p *program) *cobra.Command {
	return p.switching("enable", "Use one of the other MCP servers again", true)
}

func newMCPDisable(p *program) *cobra.Command {
	return p.switching("disable", "Keep one of the other MCP servers, but do not use it", false)
}

func (p *program) switching(verb, short string, enabled bool) *cobra.Command {
	return &cobra.Command{
		Use:               verb + " NAME",
		Short:             short,
		Example:           "  openprogram mcp " + verb + " files",
		Args:              exactly("NAME"),
		ValidArgsFunction: p.serverNames,
		RunE: func(c *cobra.Command, args []string) error {
			servers, err := p.servers()
			if err != nil {
				return err
			}
			if err := servers.SetEnabled(c.Context(), args[0], enabled); err != nil {
				return err
			}
			config, err := onlyServer(servers, args[0])
			if err != nil {
				return err
			}
			server := config.Servers[args[0]]
			p.showServer(rowOf(remote.Status{Name: args[0], State: stateOf(server)}, server))
			return nil
		},
	}
}
