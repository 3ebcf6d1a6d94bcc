package clients_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
)

const (
	token   = "OPENPROGRAM_MCP_TOKEN"
	profile = "OPENPROGRAM_PROFILE"
)

// What the client looks up is left to it, whatever else is brought up to date.
func TestReferencesStay(t *testing.T) {
	cursor := func(value string) string {
		return `{"mcpServers":{"openprogram":{"command":"old","args":["mcp","serve"],"env":{"OPENPROGRAM_MCP_TOKEN":"` + value + `"}}}}`
	}
	vscode := strings.Replace(cursor("${input:openprogram-token}"), "mcpServers", "servers", 1)
	for _, tc := range []struct {
		name, id, before, leads, after string // after: what has to be there
	}{
		{"a question", "vscode", vscode, "${input:openprogram-token}", `"OPENPROGRAM_MCP_TOKEN":"${input:openprogram-token}"`},
		{"a file of variables", "vscode", `{"servers":{"openprogram":{"command":"old","envFile":"${userHome}/.env"}}}`, "envFile", `"envFile":"${userHome}/.env"`},
		{"a variable", "cursor", cursor("${env:MINE}"), "${env:MINE}", `"OPENPROGRAM_MCP_TOKEN":"${env:MINE}"`},
		{"one with a default", "claude-code", cursor("${MINE:-x}"), "${MINE:-x}", `"OPENPROGRAM_MCP_TOKEN":"${MINE:-x}"`},
		{"one without braces", "gemini", cursor("$MINE"), "$MINE", `"OPENPROGRAM_MCP_TOKEN":"$MINE"`},
		{"a file", "opencode", `{"mcp":{"openprogram":{"command":["old"],"environment":{"OPENPROGRAM_MCP_TOKEN":"{file:~/t}"}}}}`, "{file:~/t}", `"OPENPROGRAM_MCP_TOKEN":"{file:~/t}"`},
		{"a list of names", "codex", "[mcp_servers.openprogram]\ncommand = 'old'\nenv_vars = ['OPENPROGRAM_MCP_TOKEN']\n", "env_vars", "env_vars = ['OPENPROGRAM_MCP_TOKEN']"},
		{"a token", "cursor", cursor("stale"), "", `"OPENPROGRAM_MCP_TOKEN":"<token>&"`},
		{"another client's form", "cursor", cursor("$MINE"), "", `"OPENPROGRAM_MCP_TOKEN":"<token>&"`},
		{"a client that looks nothing up", "claude-desktop", cursor("${MINE}"), "", `"OPENPROGRAM_MCP_TOKEN":"<token>&"`},
		{"a list of other names", "codex", "[mcp_servers.openprogram]\ncommand = 'old'\nenv_vars = ['LANG']\n", "", "OPENPROGRAM_MCP_TOKEN = '<token>&'"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := find(t, tc.id)
			found, there, err := c.Read([]byte(tc.before), entry.Name)
			if err != nil || !there || found.Leads(token) != tc.leads {
				t.Errorf("%v, %v, leads by %q", there, err, found.Leads(token))
			}
			got := add(t, c, tc.before)
			if strings.Contains(got, `"old"`) || strings.Contains(got, `'old'`) {
				t.Errorf("the command is not replaced:\n%s", got)
			}
			plain := strings.ReplaceAll(got, `": "`, `":"`)
			if !strings.Contains(plain, tc.after) || strings.Contains(got, "<token>&") != (tc.leads == "") {
				t.Errorf("want %s in\n%s", tc.after, got)
			}
			if again := add(t, c, got); again != got {
				t.Errorf("a second time changes it:\n%s", cmp.Diff(got, again))
			}
		})
	}
}

func TestRead(t *testing.T) {
	for id, text := range map[string]string{
		"cursor":   "// mine\n" + `{"mcpServers":{"openprogram":{"command":"/op","args":["mcp","serve"],"env":{"A":"b"},"disabled":true,},}}`,
		"opencode": `{"mcp":{"openprogram":{"command":["/op","mcp","serve"],"environment":{"A":"b"},"enabled":false}}}`,
		"codex":    "mcp_servers.openprogram = {command = '/op', args = ['mcp', 'serve'], env = {A = 'b'}, enabled = false}\n",
	} {
		want := clients.Entry{Name: "openprogram", Command: "/op", Args: []string{"mcp", "serve"}, Env: map[string]string{"A": "b"}}
		found, there, err := find(t, id).Read([]byte(text), "openprogram")
		if err != nil || !there || !found.Off {
			t.Errorf("%s: %v, %v, off %v", id, there, err, found.Off)
		}
		if diff := cmp.Diff(want, found.Entry); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
		if _, there, err := find(t, id).Read([]byte(text), "openprogram-work"); there || err != nil {
			t.Errorf("%s: another name: %v, %v", id, there, err)
		}
	}
	for id, text := range map[string]string{
		"cursor": `{"mcpServers":{"openprogram":7}}`, "opencode": `{"mcp":{"openprogram":[]}}`, "codex": "mcp_servers.openprogram = 'x'\n",
	} {
		if found, there, err := find(t, id).Read([]byte(text), "openprogram"); err != nil || !there || found.Command != "" {
			t.Errorf("%s: %+v, %v, %v", id, found, there, err)
		}
	}
}

// A new entry gets a limit where its client has a place for one; an entry that is
// there keeps what it has, or has not.
func TestLimitOfANewEntry(t *testing.T) {
	limited := entry
	limited.CallLimit = 630 * time.Second
	for id, want := range map[string]string{
		"codex": "tool_timeout_sec = 630\n", "gemini": `"timeout": 630000`, "opencode": `"timeout": 630000`,
		"cursor": "", "claude-desktop": "", "claude-code": "", "vscode": "",
	} {
		c := find(t, id)
		got, err := c.Add(nil, limited)
		if err != nil || !strings.Contains(string(got), want) || want == "" && strings.Contains(string(got), "630") {
			t.Errorf("%s: %v\n%s", id, err, got)
		}
		again, err := c.Add(got, limited)
		if err != nil || string(again) != string(got) {
			t.Errorf("%s: a second time: %v\n%s", id, err, cmp.Diff(string(got), string(again)))
		}
		bare := add(t, c, "")
		if kept, err := c.Add([]byte(bare), limited); err != nil || string(kept) != bare {
			t.Errorf("%s: an entry without a limit: %v\n%s", id, err, cmp.Diff(bare, string(kept)))
		}
	}
}

// Entries of other names, for other profiles, live side by side.
func TestNames(t *testing.T) {
	work := entry
	work.Name, work.Env = "openprogram-work", map[string]string{token: "other", profile: "work"}
	for _, id := range []string{"cursor", "codex", "opencode", "vscode"} {
		c := find(t, id)
		both, err := c.Add([]byte(add(t, c, "")), work)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []clients.Entry{entry, work} {
			found, there, err := c.Read(both, e.Name)
			if err != nil || !there || found.Env[token] != e.Env[token] || found.Env[profile] != e.Env[profile] {
				t.Errorf("%s: %+v, %v, %v", id, found, there, err)
			}
		}
		rest, there, err := c.Remove(both, work.Name)
		if err != nil || !there || string(rest) != add(t, c, "") && id != "codex" {
			t.Errorf("%s: %v, %v\n%s", id, there, err, rest)
		}
		if found, there, _ := c.Read(rest, entry.Name); !there || found.Env[token] != "<token>&" {
			t.Errorf("%s: the other entry is gone", id)
		}
	}
}

// Of an entry for a server elsewhere nothing stays.
func TestARemoteEntryIsReplaced(t *testing.T) {
	for id, text := range map[string]string{
		"cursor": `{"mcpServers":{"openprogram":{"url":"http://x/mcp","headers":{"A":"b"}},"z":{}}}`,
		"codex":  "[mcp_servers.openprogram]\nurl = 'http://x/mcp'\nbearer_token_env_var = 'X'\n",
	} {
		got := add(t, find(t, id), text)
		if strings.Contains(got, "http") || strings.Contains(got, "headers") || strings.Contains(got, "bearer") || !strings.Contains(got, "<token>&") {
			t.Errorf("%s:\n%s", id, got)
		}
	}
}

// Arguments that somebody has added stay; others are corrected.
func TestAddedArgumentsStay(t *testing.T) {
	c := find(t, "cursor")
	for args, want := range map[string]string{
		`["mcp","serve","--log-level","debug"]`: `["mcp", "serve", "--log-level", "debug"]`,
		`["serve"]`:                             `["mcp", "serve"]`,
	} {
		got := add(t, c, `{"mcpServers":{"openprogram":{"command":"old","args":`+args+`}}}`)
		if !strings.Contains(got, want) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
}
