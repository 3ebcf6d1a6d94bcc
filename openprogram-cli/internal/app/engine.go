package app

import (
	"context"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

// newEngine puts the embedded runtime together from the configuration.
func newEngine(in *installation, view *config.View, o installationOptions) (*engine.Engine, error) {
	return engine.New(engine.Options{
		StateDir:    o.location.Dir,
		MemoryDir:   in.config.Memory.Dir,
		Protected:   keyFiles(in.config.Provider),
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
	})
}

// keyFiles are the secrets of the configuration that may be outside the state
// directory.
func keyFiles(p config.Provider) []string {
	if p.APIKeyFile == "" {
		return nil
	}
	return []string{p.APIKeyFile}
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
