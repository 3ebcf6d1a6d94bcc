package app

import (
	"context"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// SetConfig changes one setting. Changes of what clients may reach are recorded
// in the audit log, by name and size.
func SetConfig(ctx context.Context, l state.Location, f config.File, key, text string) (config.Change, error) {
	if err := l.Ensure(); err != nil {
		return config.Change{}, err
	}
	if !audited(key) {
		return f.Set(key, text)
	}
	var change config.Change
	err := recorded(ctx, l, key, func() (map[string]any, error) {
		var err error
		change, err = f.Set(key, text)
		list, _ := change.Value.([]any)
		return map[string]any{"entries": len(list)}, err
	})
	return change, err
}

// audited reports the settings that say what clients may reach.
func audited(key string) bool {
	return key == "mcp_server.exposed_tools" || strings.HasPrefix(key, "tools.permission_rules.")
}
