package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// passage is a found passage as --json prints it.
type passage struct {
	Path     string `json:"path"`
	Heading  string `json:"heading"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
	Pending  bool   `json:"pending"`
	SourceID string `json:"source_id,omitempty"`
	Speaker  string `json:"speaker,omitempty"`
}

const maxPassages = 100

func newMemorySearch(p *program) *cobra.Command {
	var asJSON bool
	var top int
	var prefix string
	c := &cobra.Command{
		Use:   "search QUERY...",
		Short: "Find passages in the notes",
		Example: `  openprogram memory search crane decision
  openprogram memory search --prefix projects/ --json crane`,
		Args: atLeast("QUERY"),
		RunE: func(c *cobra.Command, args []string) error {
			if top < 1 || top > maxPassages {
				return wrongUse(c, "--top takes a number from 1 to %d", maxPassages)
			}
			return p.onMemory(c.Context(), func(ctx context.Context, m *app.Memory) error {
				progress := p.slow("reading the notes")
				found, err := m.Search(ctx, strings.Join(args, " "), top, prefix)
				progress.End()
				if err != nil {
					return err
				}
				if len(found) == 0 && !asJSON {
					return p.nothingFound(ctx, m)
				}
				return p.showPassages(found, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().IntVar(&top, "top", 8, "at most `N` passages")
	c.Flags().StringVar(&prefix, "prefix", "", "only in notes whose path begins with `PREFIX`")
	return c
}

// nothingFound says so, and what to do when there is nothing to be found.
func (p *program) nothingFound(ctx context.Context, m *app.Memory) error {
	status, err := m.Status(ctx)
	if err != nil {
		return err
	}
	if status.Files == 0 {
		p.notef("%s\n", p.here("There are no notes yet: openprogram memory add FILE, or openprogram config set memory.dir FOLDER"))
		return nil
	}
	p.notef("Nothing was found.\n")
	return nil
}

func (p *program) showPassages(found []memory.Passage, asJSON bool) error {
	if asJSON {
		out := make([]passage, 0, len(found))
		for _, f := range found {
			out = append(out, passageOf(f))
		}
		return p.printJSON(out)
	}
	for i, f := range found {
		if i > 0 {
			p.printf("\n")
		}
		p.printf("%s\n%s\n", terminal.Line(placeOf(f)), terminal.Text(strings.TrimRight(f.Text, "\n")))
	}
	return nil
}

func passageOf(f memory.Passage) passage {
	out := passage{Path: f.Path, Heading: f.Heading, Line: f.Line, Text: f.Text}
	if f.Record != nil {
		out.Pending, out.SourceID, out.Speaker = true, f.Record.ID, f.Record.Speaker()
	}
	return out
}

// placeOf says where a passage stands, or that it stands nowhere yet.
func placeOf(f memory.Passage) string {
	place := f.Path
	if f.Line > 0 {
		place += ":" + valueJSON(f.Line)
	}
	if f.Heading != "" {
		place += "  " + f.Heading
	}
	if f.Record != nil {
		place += "  [pending " + f.Record.ID + ", by " + f.Record.Speaker() + "]"
	}
	return place
}
