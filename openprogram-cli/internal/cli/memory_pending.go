package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func newMemoryPending(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "pending",
		Short:   "Show what clients have asked to add",
		Example: `  openprogram memory pending`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.onMemory(c.Context(), func(ctx context.Context, m *app.Memory) error {
				records, err := m.Pending(ctx)
				if err != nil {
					return err
				}
				if asJSON {
					return p.printJSON(records)
				}
				if len(records) == 0 {
					p.notef("No client has asked to add anything.\n")
				}
				for i, r := range records {
					p.showPending(r, i > 0)
				}
				if len(records) > 0 {
					p.notef("%s\n", p.here("openprogram memory promote ID takes one over into the notes, openprogram memory discard ID refuses it."))
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// showPending shows one addition, apart from the one before it.
func (p *program) showPending(r memory.Record, apart bool) {
	if apart {
		p.printf("\n")
	}
	p.printf("%s  %s  by %s\nfor %s", terminal.Line(r.ID), when(r.Time), terminal.Line(r.Speaker()), terminal.Line(r.Path))
	if r.Heading != "" {
		p.printf(", %s", terminal.Line(r.Heading))
	}
	if r.Note != "" {
		p.printf("\nbecause: %s", terminal.Line(r.Note))
	}
	p.printf("\n%s\n", terminal.Text(r.Text))
}
