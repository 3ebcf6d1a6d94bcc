package app

import (
	"slices"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

// exposure says which Runtime tools a client may reach: those that were
// configured when the server started and still are. So an addition waits for
// the next start, and a removal, or a file that has become unreadable, takes
// tools away at once.
type exposure struct {
	atStart []string
	view    *config.View
}

func (e exposure) now() ([]string, error) {
	c, err := e.view.Load()
	if err != nil {
		return nil, nil // a broken file exposes nothing
	}
	var names []string
	for _, name := range e.atStart {
		if slices.Contains(c.MCPServer.ExposedTools, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// rulesOf gives the permission rules as they stand in the file now. A broken
// file is an error, which refuses every call.
func rulesOf(view *config.View) func() (authority.Rules, error) {
	return func() (authority.Rules, error) {
		c, err := view.Load()
		if err != nil {
			return authority.Rules{}, err
		}
		return c.Tools.PermissionRules.Parsed()
	}
}
