package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newMCPClients(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "clients",
		Short:   "List the clients on this machine and whether they have this server",
		Example: "  openprogram mcp clients",
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			entries, err := p.clientEntries()
			if err != nil {
				return err
			}
			states := entries.States()
			if asJSON {
				return p.printJSON(clientRows(states))
			}
			rows := [][]string{{"CLIENT", "STATE", "FILE"}}
			for _, s := range clientRows(states) {
				rows = append(rows, []string{s.Client, s.State, terminal.Line(s.Path)})
			}
			p.table(rows)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

type clientRow struct {
	Client string `json:"client"`
	State  string `json:"state"` // absent, present, installed or unreadable
	Path   string `json:"path"`
}

func clientRows(states []app.ClientState) []clientRow {
	rows := make([]clientRow, len(states))
	for i, s := range states {
		rows[i] = clientRow{Client: s.Client.ID, Path: s.Path, State: "absent"}
		switch {
		case !s.Readable:
			rows[i].State = "unreadable"
		case s.Installed:
			rows[i].State = "installed"
		case s.Present:
			rows[i].State = "present"
		}
	}
	return rows
}
