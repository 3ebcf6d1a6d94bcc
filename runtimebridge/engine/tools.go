package engine

import (
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge/file"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
	"github.com/openprogram/openprogram-go/runtimebridge/shell"
)

// openMemory describes the memory; its files are opened by the first tool call
// that needs them.
func (o Options) openMemory() *memory.Workspace {
	return memory.Open(memory.Options{
		Dir: o.MemoryDir, IndexPath: o.state("memory_index.db"), PendingDir: o.state("memory_pending"),
		Logger: o.Logger, Now: o.Now,
	})
}

// registerTools fills the registry: the built-in tools, then the extra ones,
// which cannot take a built-in tool's name.
func (e *Engine) registerTools() error {
	tools := slices.Concat(
		memory.Tools(e.memory),
		file.Tools(file.Options{
			WorkingDirs: e.options.WorkingDirs, Protected: e.options.protected(), Unprotected: e.options.unprotected(),
		}),
		shell.Tools(shell.Options{Dir: e.options.shellDir()}),
		e.options.ExtraTools,
	)
	for _, t := range tools {
		if err := e.registry.Register(t); err != nil {
			return err
		}
	}
	return nil
}

// protected are the paths that no file tool may touch: tokens, sessions and the
// audit log are all in the state directory, keys may be elsewhere.
func (o Options) protected() []string { return append([]string{o.StateDir}, o.Protected...) }

// unprotected are the folders in there that are the owner's own.
func (o Options) unprotected() []string { return []string{o.MemoryDir} }

// shellDir is where commands start, empty when there is no working directory.
func (o Options) shellDir() string {
	if len(o.WorkingDirs) == 0 {
		return ""
	}
	return o.WorkingDirs[0]
}
