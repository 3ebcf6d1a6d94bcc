package clients

import (
	"maps"
	"path/filepath"
	"slices"
)

// All are the known clients, those that can be written first.
func All() []Client { return slices.Clone(table) }

// Find gives a client by its id.
func Find(id string) (Client, bool) {
	i := slices.IndexFunc(table, func(c Client) bool { return c.ID == id })
	if i < 0 {
		return Client{}, false
	}
	return table[i], true
}

var table = []Client{
	{ID: "claude-desktop", Title: "Claude Desktop", Writable: true, Restart: "quit Claude Desktop and start it again",
		format: jsonc{}, path: []string{"mcpServers", Name}, shape: plain,
		file: func(m Machine) string { return filepath.Join(m.appData(), "Claude", "claude_desktop_config.json") }},
	{ID: "claude-code", Title: "Claude Code", Writable: true, Restart: "start a new session of Claude Code; it rewrites this file, so no session may be open now",
		format: jsonc{}, path: []string{"mcpServers", Name}, shape: typed("stdio"), file: inHome(".claude.json")},
	{ID: "cursor", Title: "Cursor", Writable: true, Restart: "reload the window of Cursor",
		format: jsonc{}, path: []string{"mcpServers", Name}, shape: plain, file: inHome(".cursor", "mcp.json")},
	{ID: "vscode", Title: "VS Code", Writable: true, Restart: "start the server from the list of MCP servers in VS Code",
		format: jsonc{}, path: []string{"servers", Name}, shape: typed("stdio"),
		file: func(m Machine) string { return filepath.Join(m.appData(), "Code", "User", "mcp.json") }},
	{ID: "codex", Title: "Codex", Writable: true, Restart: "start Codex again",
		format: tomlTables{}, path: []string{"mcp_servers", Name}, shape: plain, file: inHome(".codex", "config.toml")},
	{ID: "gemini", Title: "Gemini CLI", Writable: true, Restart: "start Gemini CLI again, in a trusted folder",
		format: jsonc{}, path: []string{"mcpServers", Name}, shape: plain, file: inHome(".gemini", "settings.json")},
	{ID: "opencode", Title: "opencode", Writable: true, Restart: "start opencode again",
		format: jsonc{}, path: []string{"mcp", Name}, shape: opencode, file: inConfig("opencode", "opencode.json")},

	{ID: "windsurf", Title: "Windsurf", format: jsonc{}, path: []string{"mcpServers", Name}, shape: plain, file: inHome(".codeium", "windsurf", "mcp_config.json")},
	{ID: "zed", Title: "Zed", format: jsonc{}, path: []string{"context_servers", Name}, shape: plain, file: inConfig("zed", "settings.json")},
	{ID: "qwen", Title: "Qwen Code", format: jsonc{}, path: []string{"mcpServers", Name}, shape: plain, file: inHome(".qwen", "settings.json")},
	{ID: "copilot", Title: "Copilot CLI", format: jsonc{}, path: []string{"mcpServers", Name}, shape: copilot, file: inHome(".copilot", "mcp-config.json")},
	{ID: "cline", Title: "Cline CLI", format: jsonc{}, path: []string{"mcpServers", Name}, shape: cline, file: inHome(".cline", "data", "settings", "cline_mcp_settings.json")},
	{ID: "continue", Title: "Continue", format: yamlText{}, path: []string{"mcpServers"}, shape: continued, file: inHome(".continue", "config.yaml")},
	{ID: "goose", Title: "goose", format: yamlText{}, path: []string{"extensions", Name}, shape: goose, file: inConfig("goose", "config.yaml")},
	{ID: "crush", Title: "crush", format: jsonc{}, path: []string{"mcp", Name}, shape: typed("stdio"), file: inConfig("crush", "crush.json")},
	{ID: "openclaw", Title: "OpenClaw", format: jsonc{}, path: []string{"mcp", "servers", Name}, shape: plain, file: inHome(".openclaw", "openclaw.json")},
}

func inHome(names ...string) func(Machine) string {
	return func(m Machine) string { return filepath.Join(append([]string{m.Home}, names...)...) }
}

func inConfig(names ...string) func(Machine) string {
	return func(m Machine) string { return filepath.Join(append([]string{m.config()}, names...)...) }
}

// The forms that an entry has. Members keep the order given here.

func plain(e Entry) any {
	return members{{"command", e.Command}, {"args", e.Args}, {"env", variables(e)}}
}

func typed(kind string) func(Entry) any {
	return func(e Entry) any { return append(members{{"type", kind}}, plain(e).(members)...) }
}

func copilot(e Entry) any {
	return append(members{{"type", "local"}, {"tools", []string{"*"}}}, plain(e).(members)...)
}

func cline(e Entry) any { return members{{"transport", typed("stdio")(e)}} }

func opencode(e Entry) any {
	return members{
		{"type", "local"}, {"command", append([]string{e.Command}, e.Args...)}, {"enabled", true}, {"environment", variables(e)},
	}
}

func continued(e Entry) any {
	return []any{append(members{{"name", Name}}, typed("stdio")(e).(members)...)}
}

func goose(e Entry) any {
	return members{
		{"enabled", true}, {"name", Name}, {"type", "stdio"}, {"cmd", e.Command}, {"args", e.Args},
		{"envs", variables(e)}, {"env_keys", []string{}}, {"timeout", 300},
	}
}

func variables(e Entry) members {
	var out members
	for _, name := range slices.Sorted(maps.Keys(e.Env)) {
		out = append(out, member{name, e.Env[name]})
	}
	return out
}
