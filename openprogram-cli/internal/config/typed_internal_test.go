package config

import (
	"encoding/json"
	"testing"
)

// The checks before it refuse these trees; should one ever slip through, nothing
// may be guessed at here either.
func TestTypingGuessesNothing(t *testing.T) {
	for name, tree := range map[string]map[string]any{
		"a text for a list":       {"mcp_server": map[string]any{"exposed_tools": "bash read"}},
		"a number in a list":      {"mcp_server": map[string]any{"exposed_tools": []any{"a", json.Number("7")}}},
		"a number for a duration": {"mcp_server": map[string]any{"shutdown_grace": json.Number("5")}},
		"a text for a number":     {"agent": map[string]any{"max_steps": "5"}},
		"an unknown key":          {"agent": map[string]any{"max_steps": json.Number("5"), "more": "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			if c, err := (File{Path: "/state/config.json"}).config(tree); err == nil {
				t.Errorf("accepted as %+v", c)
			}
		})
	}
}
