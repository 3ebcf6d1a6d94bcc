package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

// fileWith gives a configuration file with the text in it.
func fileWith(t *testing.T, text string) config.File {
	t.Helper()
	f := config.File{Path: filepath.Join(t.TempDir(), "config.json"), Home: "/home/me"}
	write(t, f, text)
	return f
}

func write(t *testing.T, f config.File, text string) {
	t.Helper()
	if err := os.WriteFile(f.Path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLoadWithoutAFileGivesTheDefaults(t *testing.T) {
	dir := t.TempDir()
	got, err := config.File{Path: filepath.Join(dir, "config.json")}.Load()
	if err != nil {
		t.Fatal(err)
	}
	want := config.Config{
		MCPServer: config.MCPServer{
			ExposedTools: []string{}, ShutdownGrace: 5 * time.Second,
			ToolTimeout: time.Minute, TurnTimeout: 10 * time.Minute,
		},
		Tools:    config.Tools{PermissionRules: config.PermissionRules{Allow: []string{}, Ask: []string{}, Deny: []string{}}},
		Provider: config.Provider{Kind: "recall"},
		Agent:    config.Agent{MaxSteps: 50},
		Memory:   config.Memory{Dir: filepath.Join(dir, "memory")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

func TestLoadReadsEveryKey(t *testing.T) {
	f := fileWith(t, "\xef\xbb\xbf"+`{
		"mcp_server": {"exposed_tools": ["read", "read", "a b", "My.Tool"], "shutdown_grace": "0s", "tool_timeout": "1m30s", "turn_timeout": "1h"},
		"tools": {"permission_rules": {"allow": ["read"], "ask": ["write"], "deny": ["bash(rm:*)"]}},
		"provider": {"kind": "openai", "model": "4", "base_url": "http://127.0.0.1:1/v1", "api_key_env": "MY_KEY", "api_key_file": "~/key"},
		"agent": {"max_steps": 7, "workdir": "/srv/files/"},
		"memory": {"dir": "~"}
	}
	`)
	got, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	want := config.Config{
		MCPServer: config.MCPServer{
			ExposedTools: []string{"read", "read", "a b", "My.Tool"}, ShutdownGrace: 0,
			ToolTimeout: 90 * time.Second, TurnTimeout: time.Hour,
		},
		Tools:    config.Tools{PermissionRules: config.PermissionRules{Allow: []string{"read"}, Ask: []string{"write"}, Deny: []string{"bash(rm:*)"}}},
		Provider: config.Provider{Kind: "openai", Model: "4", BaseURL: "http://127.0.0.1:1/v1", APIKeyEnv: "MY_KEY", APIKeyFile: "/home/me/key"},
		Agent:    config.Agent{MaxSteps: 7, WorkDir: "/srv/files"},
		Memory:   config.Memory{Dir: "/home/me"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
}

func TestLoadRefuses(t *testing.T) {
	cases := map[string]struct{ text, key, problem string }{
		"an empty file":               {"", "", "not valid JSON"},
		"text":                        {"exposed_tools: []", "", "not valid JSON"},
		"a cut file":                  {`{"memory": {"dir": "/x"}`, "", "not valid JSON"},
		"two values":                  {`{} {}`, "", "not valid JSON"},
		"a trailing comma":            {`{"agent": {"max_steps": 5,}}`, "", "not valid JSON"},
		"a list":                      {`[]`, "", "not a JSON object"},
		"bytes that are not UTF-8":    {"{\"memory\": {\"dir\": \"/\xff\"}}", "", "not UTF-8"},
		"an unknown key":              {`{"agent": {"steps": 5}}`, "agent.steps", "unknown key"},
		"an unknown group":            {`{"server": {}}`, "server", "unknown key"},
		"a duplicate key":             {`{"agent": {"max_steps": 5, "max_steps": 6}}`, "agent.max_steps", "twice"},
		"a duplicate group":           {`{"agent": {}, "agent": {}}`, "agent", "twice"},
		"a dotted key":                {`{"mcp_server.exposed_tools": ["bash"]}`, "mcp_server.exposed_tools", "dot"},
		"a dotted key in a group":     {`{"tools": {"permission_rules.allow": ["bash"]}}`, "tools.permission_rules.allow", "dot"},
		"a wrongly cased key":         {`{"mcp_server": {"Exposed_Tools": ["bash"]}}`, "mcp_server.Exposed_Tools", "did you mean mcp_server.exposed_tools?"},
		"a camel-cased key":           {`{"mcpServer": {}}`, "mcpServer", "did you mean mcp_server?"},
		"a group that is no object":   {`{"mcp_server": []}`, "mcp_server", "want an object"},
		"null for a group":            {`{"mcp_server": null}`, "mcp_server", "want an object"},
		"null for a list":             {`{"mcp_server": {"exposed_tools": null}}`, "mcp_server.exposed_tools", "list of strings"},
		"a mixed list":                {`{"mcp_server": {"exposed_tools": ["a", 7]}}`, "mcp_server.exposed_tools", "list of strings"},
		"a string for a list":         {`{"mcp_server": {"exposed_tools": "bash,read"}}`, "mcp_server.exposed_tools", "list of strings"},
		"an object for a list":        {`{"mcp_server": {"exposed_tools": {"read": true}}}`, "mcp_server.exposed_tools", "list of strings"},
		"a bare number as duration":   {`{"mcp_server": {"shutdown_grace": 5}}`, "mcp_server.shutdown_grace", "duration"},
		"a number text as duration":   {`{"mcp_server": {"shutdown_grace": "5"}}`, "mcp_server.shutdown_grace", "unit"},
		"a negative duration":         {`{"mcp_server": {"shutdown_grace": "-1s"}}`, "mcp_server.shutdown_grace", "from 0s"},
		"no time for a tool":          {`{"mcp_server": {"tool_timeout": "0s"}}`, "mcp_server.tool_timeout", "from 1ms"},
		"a string for a number":       {`{"agent": {"max_steps": "50"}}`, "agent.max_steps", "integer"},
		"a fraction":                  {`{"agent": {"max_steps": 1.5}}`, "agent.max_steps", "integer"},
		"zero steps":                  {`{"agent": {"max_steps": 0}}`, "agent.max_steps", "integer"},
		"a number beyond int64":       {`{"agent": {"max_steps": 1e40}}`, "agent.max_steps", "integer"},
		"an unknown provider":         {`{"provider": {"kind": "OpenAI"}}`, "provider.kind", "one of recall, openai, anthropic"},
		"a number for a string":       {`{"provider": {"model": 4}}`, "provider.model", "want a string"},
		"a URL of another scheme":     {`{"provider": {"base_url": "file:///etc"}}`, "provider.base_url", "http"},
		"a URL with a password":       {`{"provider": {"base_url": "http://me:secret@h/v1"}}`, "provider.base_url", "without user"},
		"our token as a provider key": {`{"provider": {"api_key_env": "OPENPROGRAM_MCP_TOKEN"}}`, "provider.api_key_env", "not for provider keys"},
		"a value as a variable name":  {`{"provider": {"api_key_env": "sk-secret value"}}`, "provider.api_key_env", "name of an environment variable"},
		"a relative path":             {`{"memory": {"dir": "./notes"}}`, "memory.dir", "absolute"},
		"a variable in a path":        {`{"agent": {"workdir": "$HOME/x"}}`, "agent.workdir", "absolute"},
		"a NUL in a path":             {`{"agent": {"workdir": "/a\u0000b"}}`, "agent.workdir", "NUL"},
		"a rule that does not parse":  {`{"tools": {"permission_rules": {"deny": ["bash", "bash(rm"]}}}`, "tools.permission_rules.deny", "entry 2"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := fileWith(t, c.text).Load()
			var refusal *config.Error
			if !errors.As(err, &refusal) {
				t.Fatalf("got %v, want a *config.Error", err)
			}
			if refusal.Key != c.key || !strings.Contains(refusal.Problem, c.problem) {
				t.Errorf("got %q: %q, want %q: ...%q", refusal.Key, refusal.Problem, c.key, c.problem)
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows a value or has several lines: %q", err)
			}
		})
	}
}

func TestLoadRefusesWhatIsNoPlainFile(t *testing.T) {
	t.Run("a directory", func(t *testing.T) {
		f := config.File{Path: t.TempDir()}
		var refusal *config.Error
		if _, err := f.Load(); !errors.As(err, &refusal) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("more than 1 MiB", func(t *testing.T) {
		_, err := fileWith(t, "{"+strings.Repeat(" ", 1<<20)+"}").Load()
		if err == nil || !strings.Contains(err.Error(), "larger") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a home path without a home", func(t *testing.T) {
		f := fileWith(t, `{"memory": {"dir": "~/notes"}}`)
		f.Home = ""
		if _, err := f.Load(); err == nil || !strings.Contains(err.Error(), "memory.dir") {
			t.Errorf("got %v", err)
		}
	})
}

func TestErrorIsFitForATerminal(t *testing.T) {
	_, err := fileWith(t, `{"\u001b]0;x\u0007`+strings.Repeat("y", 500)+`": 1}`).Load()
	if err == nil || strings.ContainsRune(err.Error(), '\x1b') || len(err.Error()) > 200 {
		t.Errorf("got %q", err)
	}
}

func TestSyntaxErrorsNameTheLine(t *testing.T) {
	_, err := fileWith(t, "{\n  \"agent\": {\n    \"max_steps\": 5,\n  }\n}\n").Load()
	var refusal *config.Error
	if !errors.As(err, &refusal) || refusal.Line < 3 || refusal.Line > 4 {
		t.Errorf("got %v", err)
	}
}

func TestNoVariableSetsAKey(t *testing.T) {
	for _, name := range []string{
		"MCP_SERVER_EXPOSED_TOOLS", "MCP_SERVER.EXPOSED_TOOLS", "OPENPROGRAM_MCP_SERVER_EXPOSED_TOOLS", "PROVIDER_KIND", "PROVIDER.KIND",
	} {
		t.Setenv(name, "openai")
	}
	got, err := fileWith(t, "{}").Load()
	if err != nil || len(got.MCPServer.ExposedTools) != 0 || got.Provider.Kind != "recall" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{`{}`, `{"agent":{"max_steps":5}}`, `{"a":1,"a":2}`, `[`, `{"mcp_server":{"exposed_tools":["x"]}}`} {
		f.Add(seed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		file := config.File{Path: filepath.Join(dir, "config.json"), Home: "/home/me"}
		write(t, file, text)
		c, err := file.Load()
		if err == nil {
			if c.Agent.MaxSteps < 1 || c.MCPServer.ToolTimeout <= 0 || c.Provider.Kind == "" || !filepath.IsAbs(c.Memory.Dir) {
				t.Errorf("accepted as %+v", c)
			}
			return
		}
		var refusal *config.Error
		if !errors.As(err, &refusal) {
			t.Errorf("an error of another type: %v", err)
		}
	})
}
