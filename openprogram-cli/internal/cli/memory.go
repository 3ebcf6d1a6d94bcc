package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newMemory(p *program) *cobra.Command {
	return group("memory", "Search the notes, add to them, and decide on what clients suggest",
		newMemoryStatus(p), newMemorySearch(p), newMemoryAdd(p), newMemoryPending(p), newMemoryPromote(p), newMemoryDiscard(p))
}

// onMemory runs a command on the owner's memory.
func (p *program) onMemory(ctx context.Context, run func(context.Context, *app.Memory) error) error {
	l, err := p.location()
	if err != nil {
		return err
	}
	ctx, stop := untilStopped(ctx)
	defer stop()
	memory, err := app.OpenMemory(l, configFileIn(l, p.getenv))
	if err != nil {
		return err
	}
	defer memory.Close()
	p.indexAtTerminal(ctx, memory)
	return run(ctx, memory)
}

// indexAtTerminal indexes what is new before a command does so by itself, to
// tell a person how far that is. What goes wrong the command will tell.
func (p *program) indexAtTerminal(ctx context.Context, m *app.Memory) {
	waiting := p.slow("looking at the notes")
	if waiting == nil {
		return
	}
	defer waiting.End()
	_ = m.Refresh(ctx, func(done, total int) { waiting.Count("indexing notes", done, total) })
}
