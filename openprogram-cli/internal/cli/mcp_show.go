package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

func newMCPShow(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "show NAME",
		Short:             "Show one of the other MCP servers and its tools, without its secrets",
		Example:           `  openprogram mcp show files`,
		Args:              exactly("NAME"),
		ValidArgsFunction: p.serverNames,
		RunE: func(c *cobra.Command, args []string) error {
			servers, err := p.servers()
			if err != nil {
				return err
			}
			config, err := onlyServer(servers, args[0])
			if err != nil {
				return err
			}
			row := p.askServers(c.Context(), servers, config)[0]
			if asJSON {
				return p.printJSON(row)
			}
			p.showServer(row)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// onlyServer is the configuration of one usable server.
func onlyServer(s app.Servers, name string) (remote.Config, error) {
	config, err := s.Load()
	if err != nil {
		return remote.Config{}, err
	}
	server, there := config.Servers[name]
	if !there {
		return remote.Config{}, app.ErrNoServer
	}
	return remote.Config{Servers: map[string]remote.Server{name: server}}, nil
}
