package app

import (
	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

// exposedIn gives the Runtime tools that the file exposes now. A file that
// cannot be used is an error, which exposes nothing.
func exposedIn(view *config.View) func() ([]string, error) {
	return func() ([]string, error) {
		c, err := view.Load()
		return c.MCPServer.ExposedTools, err
	}
}

// rulesIn gives the permission rules that stand in the file now. A file that
// cannot be used is an error, which refuses every call.
func rulesIn(view *config.View) func() (authority.Rules, error) {
	return func() (authority.Rules, error) {
		c, err := view.Load()
		if err != nil {
			return authority.Rules{}, err
		}
		return c.Tools.PermissionRules.Parsed()
	}
}
