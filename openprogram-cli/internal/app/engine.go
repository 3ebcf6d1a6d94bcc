package app

import (
	"context"
	"path/filepath"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

// newEngine puts the embedded runtime together from the configuration.
func newEngine(in *installation, view *config.View, o installationOptions) (*engine.Engine, error) {
	options := engine.Options{
		StateDir:    o.location.Dir,
		MemoryDir:   in.config.Memory.Dir,
		Protected:   protected(in.config, o.file),
		WorkingDirs: workingDirs(in.config.Agent.WorkDir, state.Home(o.getenv)),
		Owner:       in.owner,
		Exposed:     exposedIn(view),
		Rules:       rulesIn(view),
		StoreAllow:  storeAllow(o.location, view),
		Provider:    newProvider(in.config.Provider, o.getenv, o.logger),
		Audit:       in.audit,
		ToolTimeout: in.config.MCPServer.ToolTimeout,
		TurnTimeout: in.config.MCPServer.TurnTimeout,
		MaxSteps:    in.config.Agent.MaxSteps,
		Logger:      o.logger,
	}
	if in.remote.wanted(in.config.Provider.Kind) {
		options.Remote = in.remote.tools
	}
	return engine.New(options)
}

// protected are the files outside the state directory that no tool may touch:
// the provider's key, and the configuration when it is a link to elsewhere.
func protected(c config.Config, f config.File) []string {
	var paths []string
	if c.Provider.APIKeyFile != "" {
		paths = append(paths, c.Provider.APIKeyFile)
	}
	if real, err := filepath.EvalSymlinks(f.Path); err == nil {
		paths = append(paths, real)
	}
	return paths
}

// storeAllow keeps an "always" answer of the owner as an allow rule.
func storeAllow(l state.Location, view *config.View) func(context.Context, authority.Rule) error {
	return func(ctx context.Context, rule authority.Rule) error {
		const key = "tools.permission_rules.allow"
		return recorded(ctx, l, key, func() (map[string]any, error) {
			change, err := view.File().Append(key, rule.String())
			list, _ := change.Value.([]any)
			return map[string]any{"entries": len(list)}, err
		})
	}
}
