package clients_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
)

func TestPaths(t *testing.T) {
	machine := func(system string, env map[string]string) clients.Machine {
		return clients.Machine{OS: system, Home: "/home/u", Getenv: func(name string) string { return env[name] }}
	}
	for _, tc := range []struct {
		id   string
		on   clients.Machine
		want string
	}{
		{"claude-desktop", machine("linux", nil), "/home/u/.config/Claude/claude_desktop_config.json"},
		{"claude-desktop", machine("darwin", nil), "/home/u/Library/Application Support/Claude/claude_desktop_config.json"},
		{"claude-desktop", machine("windows", map[string]string{"APPDATA": "/appdata"}), "/appdata/Claude/claude_desktop_config.json"},
		{"vscode", machine("linux", map[string]string{"XDG_CONFIG_HOME": "/xdg"}), "/xdg/Code/User/mcp.json"},
		{"vscode", machine("linux", map[string]string{"XDG_CONFIG_HOME": "relative"}), "/home/u/.config/Code/User/mcp.json"},
		{"vscode", machine("darwin", nil), "/home/u/Library/Application Support/Code/User/mcp.json"},
		{"claude-code", machine("linux", nil), "/home/u/.claude.json"},
		{"codex", machine("darwin", nil), "/home/u/.codex/config.toml"},
		{"opencode", machine("linux", nil), "/home/u/.config/opencode/opencode.json"},
	} {
		if got := find(t, tc.id).Path(tc.on); got != tc.want {
			t.Errorf("%s on %s: %s, want %s", tc.id, tc.on.OS, got, tc.want)
		}
	}
}

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	writable := 0
	for _, c := range clients.All() {
		if seen[c.ID] || c.Title == "" || c.Writable != (c.Restart != "") {
			t.Errorf("%s: doubled, nameless or without a word on restarting", c.ID)
		}
		seen[c.ID] = true
		if c.Snippet(entry) == "" {
			t.Errorf("%s: no snippet", c.ID)
		}
		if c.Writable {
			writable++
		}
	}
	if writable != 7 {
		t.Errorf("%d clients can be written", writable)
	}
	if _, ok := clients.Find("nobody"); ok {
		t.Error("found an unknown client")
	}
}
