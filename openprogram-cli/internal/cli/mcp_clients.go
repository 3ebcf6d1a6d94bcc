package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newMCPClients(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "clients",
		Short: "List the clients on this machine and whether they have this server",
		Long: `List the clients on this machine and whether they have this server: absent, present,
installed, outdated (the entry starts another program or has another token; standard
error says what is wrong with it) or unreadable (a file that cannot be understood).`,
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
			for _, s := range states {
				for _, problem := range s.Problems {
					p.notef("%s: %s. %s\n", s.Client.ID, terminal.Line(problem), p.here("openprogram mcp install "+s.Client.ID))
				}
				if s.TokenBy != "" {
					p.notef("%s: %s\n", s.Client.ID, terminal.Line(tokenBy(s)))
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

type clientRow struct {
	Client string `json:"client"`
	State  string `json:"state"` // absent, present, installed, outdated or unreadable
	Path   string `json:"path"`
	// Problems say why an entry is outdated.
	Problems []string `json:"problems,omitempty"`
	TokenBy  string   `json:"token_by,omitempty"` // what leads the client to the token
}

// tokenBy says that a client looks the token up.
func tokenBy(s app.ClientState) string {
	return s.Client.Title + " takes the token by " + s.TokenBy + ", which is left as it is"
}

func clientRows(states []app.ClientState) []clientRow {
	rows := make([]clientRow, len(states))
	for i, s := range states {
		rows[i] = clientRow{Client: s.Client.ID, Path: s.Path, State: "absent", Problems: s.Problems, TokenBy: s.TokenBy}
		switch {
		case !s.Readable:
			rows[i].State = "unreadable"
		case len(s.Problems) > 0:
			rows[i].State = "outdated"
		case s.Installed:
			rows[i].State = "installed"
		case s.Present:
			rows[i].State = "present"
		}
	}
	return rows
}
