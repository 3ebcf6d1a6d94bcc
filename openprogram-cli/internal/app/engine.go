package app

import (
	"context"
	"log/slog"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
)

type engineOptions struct {
	location state.Location
	config   config.Config
	view     *config.View
	owner    authority.Principal
	audit    runtimebridge.Audit
	getenv   func(string) string
	logger   *slog.Logger
}

// newEngine puts the embedded runtime together from the configuration.
func newEngine(o engineOptions) (*engine.Engine, error) {
	return engine.New(engine.Options{
		StateDir:    o.location.Dir,
		MemoryDir:   o.config.Memory.Dir,
		WorkingDirs: workingDirs(o.config.Agent.WorkDir, state.Home(o.getenv)),
		Owner:       o.owner,
		Exposed:     exposedIn(o.view),
		Rules:       rulesIn(o.view),
		StoreAllow:  storeAllow(o.location, o.view),
		Provider:    newProvider(o.config.Provider, o.getenv, o.logger),
		Audit:       o.audit,
		ToolTimeout: o.config.MCPServer.ToolTimeout,
		TurnTimeout: o.config.MCPServer.TurnTimeout,
		MaxSteps:    o.config.Agent.MaxSteps,
		Logger:      o.logger,
	})
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
