package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

// memoryStatus is the status as --json prints it.
type memoryStatus struct {
	Revision  string  `json:"revision"`
	Files     int     `json:"files"`
	Bytes     int64   `json:"bytes"`
	Pending   int     `json:"pending"`
	Skipped   int     `json:"skipped"`
	IndexedAt float64 `json:"indexed_at"`
}

func newMemoryStatus(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "status",
		Short:   "Say what the memory holds",
		Example: `  openprogram memory status --json`,
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.onMemory(c.Context(), func(ctx context.Context, m *app.Memory) error {
				progress := p.slow("reading the notes")
				s, err := m.Status(ctx)
				progress.End()
				if err != nil {
					return err
				}
				if asJSON {
					return p.printJSON(memoryStatusOf(s))
				}
				p.showMemoryStatus(m.Dir, s)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func memoryStatusOf(s memory.Status) memoryStatus {
	return memoryStatus{
		Revision: s.Revision, Files: s.Files, Bytes: s.Bytes, Pending: s.Pending,
		Skipped: s.Skipped, IndexedAt: unixSeconds(s.IndexedAt),
	}
}

func (p *program) showMemoryStatus(dir string, s memory.Status) {
	p.printf("%s in %s, %s\n", terminal.Counted(s.Files, "note"), terminal.Line(dir), terminal.Counted(s.Bytes, "byte"))
	p.printf("%s by clients, waiting for you\n", terminal.Counted(s.Pending, "addition"))
	if s.Pending > 0 {
		p.notef("%s\n", p.here("openprogram memory pending shows them"))
	}
	if s.Files == 0 {
		p.notef("%s\n", p.here("Put Markdown files there, or name a folder of yours: openprogram config set memory.dir FOLDER"))
	}
	if s.Skipped > 0 {
		p.printf("%s not usable: too large, not readable, or with an odd name\n", terminal.Counted(s.Skipped, "file"))
	}
	p.printf("revision %s, indexed %s\n", s.Revision, when(s.IndexedAt))
}
