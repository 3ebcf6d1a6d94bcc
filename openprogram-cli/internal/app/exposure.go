package app

import (
	"context"
	"slices"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

const exposedTools = "mcp_server.exposed_tools"

// Expose lets clients list and call more Runtime tools. Change.Items are those
// that were not exposed before. If no client can ever reach one of them nothing
// changes.
func Expose(ctx context.Context, l state.Location, f config.File, names ...string) (config.Change, error) {
	if err := reachable(l, names); err != nil {
		return config.Change{}, err
	}
	return changeList(ctx, l, exposedTools, func() (config.Change, error) { return f.Append(exposedTools, names...) })
}

// Unexpose takes Runtime tools away from clients. Change.Items are those that
// were exposed.
func Unexpose(ctx context.Context, l state.Location, f config.File, names ...string) (config.Change, error) {
	return changeList(ctx, l, exposedTools, func() (config.Change, error) {
		return f.Remove(exposedTools, func(name string) bool { return slices.Contains(names, name) })
	})
}
