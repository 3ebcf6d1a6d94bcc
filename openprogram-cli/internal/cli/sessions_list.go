package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// sessionRow is a session as --json prints it.
type sessionRow struct {
	ID          string  `json:"id"`
	Title       string  `json:"title"`
	AgentID     string  `json:"agent_id"`
	Source      string  `json:"source"`
	CreatedAt   float64 `json:"created_at"`
	UpdatedAt   float64 `json:"updated_at"`
	Archived    bool    `json:"archived"`
	Interrupted bool    `json:"interrupted"`
}

const titleWidth = 60

func newSessionsList(p *program) *cobra.Command {
	var asJSON, archived bool
	var limit int
	c := &cobra.Command{
		Use:   "list",
		Short: "List sessions, the latest first",
		Example: `  openprogram sessions list
  openprogram sessions list --limit 0 --json`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 0 {
				return wrongUse(c, "--limit takes a number from 0")
			}
			return p.readAsOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				sessions, err := owner.AllSessions(ctx, limit, archived)
				if err != nil {
					return err
				}
				if asJSON {
					return p.printJSON(sessionRows(sessions))
				}
				if len(sessions) == 0 {
					p.notef("%s\n", p.here("There are no sessions yet. Begin one: openprogram prompt TEXT"))
				}
				p.tableOfSessions(sessions)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&archived, "archived", false, "archived sessions too")
	c.Flags().IntVar(&limit, "limit", 100, "at most `N`; 0 for all")
	return c
}

func sessionRows(sessions []store.Session) []sessionRow {
	rows := make([]sessionRow, 0, len(sessions))
	for _, s := range sessions {
		rows = append(rows, sessionRow{
			ID: s.ID, Title: s.Title, AgentID: s.AgentID, Source: s.Source,
			CreatedAt: unixSeconds(s.CreatedAt), UpdatedAt: unixSeconds(s.UpdatedAt),
			Archived: s.Archived, Interrupted: s.Interrupted,
		})
	}
	return rows
}

func (p *program) tableOfSessions(sessions []store.Session) {
	rows := [][]string{{"ID", "UPDATED", "SOURCE", "TITLE"}}
	for _, s := range sessions {
		rows = append(rows, []string{s.ID, when(s.UpdatedAt), s.Source, terminal.Cut(s.Title, titleWidth)})
	}
	p.table(rows)
}
