package engine

import (
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge/file"
)

// registerTools fills the registry: the built-in tools, then the extra ones,
// which cannot take a built-in tool's name.
func (e *Engine) registerTools() error {
	o := e.options
	tools := slices.Concat(
		file.Tools(file.Options{
			WorkingDirs: o.WorkingDirs, Protected: e.protected(), Unprotected: []string{o.MemoryDir},
		}),
		o.ExtraTools,
	)
	for _, t := range tools {
		if err := e.registry.Register(t); err != nil {
			return err
		}
	}
	return nil
}

// protected are the paths that no file tool may touch: tokens, keys, sessions
// and the audit log are all in the state directory.
func (e *Engine) protected() []string { return []string{e.options.StateDir} }

func (e *Engine) closeTools() error { return nil }
