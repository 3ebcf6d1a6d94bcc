package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

func newMCPList(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the other MCP servers whose tools your agent may use, and try them",
		Long: `List the other MCP servers whose tools your agent may use. Each enabled one is
started for it, asked for its tools and ended again.`,
		Example: `  openprogram mcp list
  openprogram mcp list --json`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			servers, err := p.servers()
			if err != nil {
				return err
			}
			config, err := servers.Load()
			if err != nil {
				return err
			}
			rows := p.askServers(c.Context(), servers, config)
			for _, problem := range config.Problems {
				rows = append(rows, serverRow{Name: problem.Name, State: string(remote.StateError), Problem: problem.Text, Tools: []string{}})
			}
			if asJSON {
				return p.printJSON(rows)
			}
			p.tableOfServers(rows)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (p *program) tableOfServers(rows []serverRow) {
	if len(rows) == 0 {
		p.printf("%s\n", p.here("No MCP servers are configured. Add one: openprogram mcp add NAME -- COMMAND..."))
		return
	}
	cells := [][]string{{"NAME", "STATE", "TOOLS", "COMMAND", "WHY"}}
	for _, r := range rows {
		cells = append(cells, []string{r.Name, r.State, strconv.Itoa(len(r.Tools)), terminal.Cut(r.reached(), titleWidth), r.Problem})
	}
	p.table(cells)
}
