package engine

import (
	"context"
	"log/slog"
	"reflect"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// remoteTools keeps the registry in step with the tools of other servers.
type remoteTools struct {
	ask      func(context.Context) []runtimebridge.Tool // nil: there are none
	registry *tool.Registry
	logger   *slog.Logger
	turn     chan struct{}                     // holds one token: whoever has it may look and change
	known    map[string]runtimebridge.ToolSpec // what is registered
}

func newRemoteTools(ask func(context.Context) []runtimebridge.Tool, registry *tool.Registry, logger *slog.Logger) *remoteTools {
	r := &remoteTools{ask: ask, registry: registry, logger: logger, turn: make(chan struct{}, 1), known: map[string]runtimebridge.ToolSpec{}}
	r.turn <- struct{}{}
	return r
}

// load asks for the tools and registers what is new, takes out what is gone and
// leaves alone what has not changed, calls of it that run among them. When ctx
// ends meanwhile everything stays as it was.
func (r *remoteTools) load(ctx context.Context) {
	if r.ask == nil {
		return
	}
	select {
	case <-r.turn:
		defer func() { r.turn <- struct{}{} }()
	case <-ctx.Done():
		return
	}
	found := r.ask(ctx)
	if ctx.Err() != nil {
		return
	}
	offered := map[string]runtimebridge.ToolSpec{}
	for _, t := range found {
		spec := t.Spec()
		offered[spec.Name] = spec
	}
	for name, spec := range r.known {
		if !reflect.DeepEqual(spec, offered[name]) {
			r.registry.Remove(name)
			delete(r.known, name)
		}
	}
	for _, t := range found {
		r.register(t)
	}
}

// register adds a tool that is not known yet. A name that a built-in tool has
// stays that tool's.
func (r *remoteTools) register(t runtimebridge.Tool) {
	spec := t.Spec()
	if _, known := r.known[spec.Name]; known {
		return
	}
	if err := r.registry.Register(t); err != nil {
		r.logger.Warn("remote tool could not be registered", "tool", spec.Name)
		return
	}
	r.known[spec.Name] = spec
}
