package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newMemoryAdd(p *program) *cobra.Command {
	var folder string
	c := &cobra.Command{
		Use:   "add FILE...",
		Short: "Copy text files into the notes",
		Long: `Copy text files into the notes, each under its own name. A note that is there
already is left as it is. The first file that cannot be added ends the command;
those before it stay.`,
		Example: `  openprogram memory add harbour.md
  openprogram memory add --folder projects *.md`,
		Args: atLeast("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.onMemory(c.Context(), func(ctx context.Context, m *app.Memory) error {
				return p.addNotes(ctx, m, folder, args)
			})
		},
	}
	c.Flags().StringVar(&folder, "folder", "", "put them into this `FOLDER` of the notes")
	return c
}

func (p *program) addNotes(ctx context.Context, m *app.Memory, folder string, files []string) error {
	for _, file := range files {
		note, err := m.Add(ctx, file, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		p.printf("%s\n", terminal.Line(note))
	}
	return nil
}
