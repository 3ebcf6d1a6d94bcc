package clients

import (
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

// The ways in which clients write what they look up when they start a server.
const (
	dollarBraces = `\$\{[^}]+\}`                // ${TOKEN}, ${env:TOKEN}, ${input:token}
	dollars      = `\$\{[^}]+\}|\$[A-Za-z_]\w*` // $TOKEN too
	braces       = `\{(env|file):[^}]+\}`
)

var table = []Client{
	{ID: "claude-desktop", Title: "Claude Desktop", Writable: true, Restart: "quit Claude Desktop and start it again",
		format: jsonc{}, path: []string{"mcpServers"}, shape: plain,
		file: func(m Machine) string { return filepath.Join(m.appData(), "Claude", "claude_desktop_config.json") }},
	{ID: "claude-code", Title: "Claude Code", Writable: true, Restart: "start a new session of Claude Code; it rewrites this file, so no session may be open now",
		format: jsonc{}, path: []string{"mcpServers"}, shape: typed("stdio"), file: inOwn("CLAUDE_CONFIG_DIR", ".claude.json"), reference: dollarBraces},
	{ID: "cursor", Title: "Cursor", Writable: true, Restart: "reload the window of Cursor",
		format: jsonc{}, path: []string{"mcpServers"}, shape: plain, file: inHome(".cursor", "mcp.json"), reference: dollarBraces, elsewhere: []string{"envFile"}},
	{ID: "vscode", Title: "VS Code", Writable: true, Restart: "start the server from the list of MCP servers in VS Code",
		format: jsonc{}, path: []string{"servers"}, shape: typed("stdio"),
		file: func(m Machine) string { return filepath.Join(m.appData(), "Code", "User", "mcp.json") }, reference: dollarBraces, elsewhere: []string{"envFile"}},
	{ID: "codex", Title: "Codex", Writable: true, Restart: "start Codex again",
		format: tomlTables{}, path: []string{"mcp_servers"}, shape: plain, file: inOwn("CODEX_HOME", ".codex", "config.toml"), limit: seconds("tool_timeout_sec"), elsewhere: []string{"env_vars"}},
	{ID: "gemini", Title: "Gemini CLI", Writable: true, Restart: "start Gemini CLI again, in a trusted folder",
		format: jsonc{}, path: []string{"mcpServers"}, shape: plain, file: inHome(".gemini", "settings.json"), limit: milliseconds("timeout"), reference: dollars},
	{ID: "opencode", Title: "opencode", Writable: true, Restart: "start opencode again",
		format: jsonc{}, path: []string{"mcp"}, shape: opencode, file: inConfig("opencode", "opencode.json"), limit: milliseconds("timeout"), reference: braces},

	{ID: "windsurf", Title: "Windsurf", format: jsonc{}, path: []string{"mcpServers"}, shape: plain, file: inHome(".codeium", "windsurf", "mcp_config.json")},
	{ID: "zed", Title: "Zed", format: jsonc{}, path: []string{"context_servers"}, shape: plain, file: inConfig("zed", "settings.json")},
	{ID: "qwen", Title: "Qwen Code", format: jsonc{}, path: []string{"mcpServers"}, shape: plain, file: inHome(".qwen", "settings.json"), limit: milliseconds("timeout")},
	{ID: "copilot", Title: "Copilot CLI", format: jsonc{}, path: []string{"mcpServers"}, shape: copilot, file: inHome(".copilot", "mcp-config.json")},
	{ID: "cline", Title: "Cline CLI", format: jsonc{}, path: []string{"mcpServers"}, shape: cline, file: inHome(".cline", "data", "settings", "cline_mcp_settings.json")},
	{ID: "continue", Title: "Continue", format: yamlText{}, path: []string{"mcpServers"}, list: true, shape: continued, file: inHome(".continue", "config.yaml")},
	{ID: "goose", Title: "goose", format: yamlText{}, path: []string{"extensions"}, shape: goose, file: inConfig("goose", "config.yaml"), limit: seconds("timeout")},
	{ID: "crush", Title: "crush", format: jsonc{}, path: []string{"mcp"}, shape: typed("stdio"), file: inConfig("crush", "crush.json")},
	{ID: "openclaw", Title: "OpenClaw", format: jsonc{}, path: []string{"mcp", "servers"}, shape: plain, file: inHome(".openclaw", "openclaw.json")},
}
