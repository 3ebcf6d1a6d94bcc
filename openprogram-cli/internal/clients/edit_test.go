package clients_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
)

var entry = clients.Entry{
	Name:    "openprogram",
	Command: `/opt/open program/bin/ö"\openprogram`,
	Args:    []string{"mcp", "serve"},
	Env:     map[string]string{"OPENPROGRAM_MCP_TOKEN": "<token>&"},
}

func find(t *testing.T, id string) clients.Client {
	t.Helper()
	c, ok := clients.Find(id)
	if !ok {
		t.Fatalf("no client %s", id)
	}
	return c
}

func add(t *testing.T, c clients.Client, text string) string {
	t.Helper()
	out, err := c.Add([]byte(text), entry)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	return string(out)
}

func has(c clients.Client, text string) (bool, error) {
	_, there, err := c.Read([]byte(text), entry.Name)
	return there, err
}

const cursorEntry = `"openprogram": {
      "command": "/opt/open program/bin/ö\"\\openprogram",
      "args": ["mcp", "serve"],
      "env": {
        "OPENPROGRAM_MCP_TOKEN": "<token>&"
      }
    }`

func TestAddToJSON(t *testing.T) {
	fresh := "{\n  \"mcpServers\": {\n    " + cursorEntry + "\n  }\n}\n"
	for _, tc := range []struct{ name, before, after string }{
		{"no file", "", fresh},
		{"blank file", " \n", fresh},
		{"empty object", "{}\n", fresh},
		{"other settings", "{\n  \"theme\": \"dark\"\n}\n", "{\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    " + cursorEntry + "\n  }\n}\n"},
		{"other servers and comments",
			"// mine\n{\n  \"mcpServers\": {\n    // the files\n    \"files\": {\"command\": \"f\"}, // keep\n    /* last */\n  }, // end\n  \"z\": [1,2 , 3],\n}\n",
			"// mine\n{\n  \"mcpServers\": {\n    // the files\n    \"files\": {\"command\": \"f\"}, // keep\n    /* last */\n    " + cursorEntry + ",\n  }, // end\n  \"z\": [1,2 , 3],\n}\n"},
		{"a comment behind the last member",
			"{\n  \"mcpServers\": {\n    \"files\": {} // keep\n  }\n}",
			"{\n  \"mcpServers\": {\n    \"files\": {}, // keep\n    " + cursorEntry + "\n  }\n}"},
		{"an entry of ours, in the middle",
			"{\n  \"mcpServers\": {\n    // old\n    \"openprogram\": {\"command\": \"old\"}, // note\n    \"files\": {}\n  }\n}\n",
			"{\n  \"mcpServers\": {\n    // old\n    " + cursorEntry + ", // note\n    \"files\": {}\n  }\n}\n"},
		{"an entry of ours with what its owner has added",
			"{\n  \"mcpServers\": {\n    \"openprogram\": {\n      // slow\n      \"timeout\": 9,\n      \"command\": \"old\",\n      \"env\": {\n        \"LANG\": \"C\",\n        \"OPENPROGRAM_PROFILE\": \"old\"\n      }\n    }\n  }\n}\n",
			"{\n  \"mcpServers\": {\n    \"openprogram\": {\n      // slow\n      \"timeout\": 9,\n      \"command\": \"/opt/open program/bin/ö\\\"\\\\openprogram\",\n      \"env\": {\n        \"LANG\": \"C\",\n        \"OPENPROGRAM_MCP_TOKEN\": \"<token>&\"\n      },\n      \"args\": [\"mcp\", \"serve\"]\n    }\n  }\n}\n"},
		{"BOM and CRLF", "\ufeff{\r\n  \"a\": 1\r\n}\r\n",
			"\ufeff" + strings.ReplaceAll("{\n  \"a\": 1,\n  \"mcpServers\": {\n    "+cursorEntry+"\n  }\n}\n", "\n", "\r\n")},
		{"tabs", "{\n\t\"a\": 1\n}\n", strings.ReplaceAll("{\n  \"a\": 1,\n  \"mcpServers\": {\n    "+cursorEntry+"\n  }\n}\n", "  ", "\t")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := find(t, "cursor")
			got := add(t, c, tc.before)
			if diff := cmp.Diff(tc.after, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if again := add(t, c, got); again != got {
				t.Errorf("a second time changes it:\n%s", cmp.Diff(got, again))
			}
			if has, err := has(c, got); err != nil || !has {
				t.Errorf("Has: %v, %v", has, err)
			}
		})
	}
}

func TestRemoveFromJSON(t *testing.T) {
	c := find(t, "cursor")
	for _, before := range []string{
		"{\n  \"mcpServers\": {\n    \"files\": {}\n  }\n}\n",
		"// mine\n{\n  \"mcpServers\": {\n    // the files\n    \"files\": {\"command\": \"f\"}, // keep\n    /* last */\n  }, // end\n  \"z\": [1,2 , 3],\n}\n",
		"{\r\n  \"mcpServers\": {\r\n    \"files\": {} // keep\r\n  }\r\n}",
	} {
		got, there, err := c.Remove([]byte(add(t, c, before)), entry.Name)
		if err != nil || !there {
			t.Fatalf("Remove: %v, %v", there, err)
		}
		if diff := cmp.Diff(before, string(got)); diff != "" {
			t.Errorf("adding and removing (-before +after):\n%s", diff)
		}
	}
	for _, text := range []string{"", "{}", `{"mcpServers":{"files":{}}}`} {
		got, there, err := c.Remove([]byte(text), entry.Name)
		if err != nil || there || string(got) != text {
			t.Errorf("%q: %q, %v, %v", text, got, there, err)
		}
	}
}

// A client that writes its file anew, or a person, may write the same otherwise.
func TestTheSameWrittenOtherwiseStays(t *testing.T) {
	c := find(t, "cursor")
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(add(t, c, ""))); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		compact.String(),
		strings.Replace(add(t, c, ""), `["mcp", "serve"]`, "[\n        \"mcp\", // ours\n        \"serve\"\n      ]", 1),
	} {
		if got := add(t, c, text); got != text {
			t.Errorf("(-before +after):\n%s", cmp.Diff(text, got))
		}
	}
	text := "[mcp_servers.openprogram.env]\nOPENPROGRAM_MCP_TOKEN = '<token>&'\n[mcp_servers.openprogram]\n" +
		"args = [ \"mcp\", \"serve\" ] # ours\ncommand = '/opt/open program/bin/ö\"\\openprogram'\n"
	if got := add(t, find(t, "codex"), text); got != text {
		t.Errorf("(-before +after):\n%s", cmp.Diff(text, got))
	}
}

func TestUnreadableFilesAreLeftAlone(t *testing.T) {
	for _, tc := range [][2]string{
		{"cursor", "{"}, {"cursor", "[]"}, {"cursor", "null"}, {"cursor", `{"mcpServers":[]}`}, {"cursor", `{"mcpServers":"x"}`},
		{"cursor", `{"mcpServers":{},"mcpServers":{}}`}, {"cursor", `{"mcpServers":{"openprogram":1,"openprogram":2}}`}, {"cursor", "command = 1"},
		{"codex", "a = "}, {"codex", "{}"}, {"codex", "mcp_servers = 5\n"}, {"codex", "mcp_servers = {files = {command = \"f\"}}\n"},
		{"codex", "[mcp_servers]\nopenprogram = {command = \"x\"}\n"}, {"codex", "mcp_servers.openprogram.command = \"x\"\n"},
		{"codex", "[mcp_servers.openprogram]\ncommand = \"x\"\n[[mcp_servers.openprogram.more]]\na = 1\n"},
	} {
		c := find(t, tc[0])
		if out, err := c.Add([]byte(tc[1]), entry); err != clients.ErrUnreadable || out != nil {
			t.Errorf("%s, %q: %q, %v", tc[0], tc[1], out, err)
		}
	}
}

const codexEntry = `[mcp_servers.openprogram]
command = '/opt/open program/bin/ö"\openprogram'
args = ['mcp', 'serve']

[mcp_servers.openprogram.env]
OPENPROGRAM_MCP_TOKEN = '<token>&'
`

func TestAddToTOML(t *testing.T) {
	const table = "[mcp_servers.files]\ncommand = \"f\"\nargs = [\n  \"a\", # one\n]\n"
	const others = "# mine\nmodel = \"x\" # keep\n\n" + table
	for _, tc := range []struct{ name, before, after string }{
		{"no file", "", codexEntry},
		{"others", others, others + "\n" + codexEntry},
		{"an entry of ours in the middle",
			"[mcp_servers.openprogram]\ncommand = \"old\"\n[mcp_servers.openprogram.env]\nOPENPROGRAM_PROFILE = \"\"\"\n[not.a.header]\n\"\"\"\n\n# files\n" + table,
			"\n# files\n" + table + "\n" + codexEntry},
		{"an entry of ours with what its owner has added",
			"[mcp_servers.openprogram]\ntool_timeout_sec = 600\ncommand = \"old\"\nenv = {LANG = \"C\", OPENPROGRAM_PROFILE = \"old\"}\n[mcp_servers.openprogram.tools.x]\non = true\n",
			strings.Replace(codexEntry, "\n\n", "\ntool_timeout_sec = 600\n\n", 1) + "LANG = 'C'\n" + "\n[mcp_servers.openprogram.tools]\n\n[mcp_servers.openprogram.tools.x]\non = true\n"},
		{"CRLF", "model = \"x\"\r\n", strings.ReplaceAll("model = \"x\"\n\n"+codexEntry, "\n", "\r\n")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := find(t, "codex")
			got := add(t, c, tc.before)
			if diff := cmp.Diff(tc.after, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if again := add(t, c, got); again != got {
				t.Errorf("a second time changes it:\n%s", cmp.Diff(got, again))
			}
			if has, err := has(c, got); err != nil || !has {
				t.Errorf("Has: %v, %v", has, err)
			}
		})
	}
}

func TestRemoveFromTOML(t *testing.T) {
	c := find(t, "codex")
	text := "a = 1\n\n" + codexEntry + "\n# about files\n[mcp_servers.files]\ncommand = \"f\"\n"
	got, there, err := c.Remove([]byte(text), entry.Name)
	want := "a = 1\n\n\n# about files\n[mcp_servers.files]\ncommand = \"f\"\n"
	if err != nil || !there || string(got) != want {
		t.Errorf("%v, %v:\n%s", there, err, cmp.Diff(want, string(got)))
	}
}

// What is written reads back as the entry that each client's documents show.
func TestEntriesReadBack(t *testing.T) {
	plain := map[string]any{"command": entry.Command, "args": []any{"mcp", "serve"}, "env": map[string]any{"OPENPROGRAM_MCP_TOKEN": "<token>&"}}
	typed := map[string]any{"type": "stdio", "command": entry.Command, "args": []any{"mcp", "serve"}, "env": plain["env"]}
	for id, want := range map[string]any{
		"claude-desktop": map[string]any{"mcpServers": map[string]any{"openprogram": plain}},
		"claude-code":    map[string]any{"mcpServers": map[string]any{"openprogram": typed}},
		"vscode":         map[string]any{"servers": map[string]any{"openprogram": typed}},
		"gemini":         map[string]any{"mcpServers": map[string]any{"openprogram": plain}},
		"codex":          map[string]any{"mcp_servers": map[string]any{"openprogram": plain}},
		"opencode": map[string]any{"mcp": map[string]any{"openprogram": map[string]any{
			"type": "local", "command": []any{entry.Command, "mcp", "serve"}, "enabled": true, "environment": plain["env"]}}},
		"zed":      map[string]any{"context_servers": map[string]any{"openprogram": plain}},
		"openclaw": map[string]any{"mcp": map[string]any{"servers": map[string]any{"openprogram": plain}}},
		"cline":    map[string]any{"mcpServers": map[string]any{"openprogram": map[string]any{"transport": typed}}},
	} {
		text := []byte(find(t, id).Snippet(entry))
		got := map[string]any{}
		err := json.Unmarshal(text, &got)
		if id == "codex" {
			err = toml.Unmarshal(text, &got)
		}
		if err != nil {
			t.Errorf("%s: %v", id, err)
		} else if diff := cmp.Diff(want, any(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
}

func TestYAMLSnippets(t *testing.T) {
	limited := entry
	limited.CallLimit = 630 * time.Second
	want := `extensions:
  openprogram:
    enabled: true
    name: openprogram
    type: stdio
    cmd: /opt/open program/bin/ö"\openprogram
    args:
      - mcp
      - serve
    envs:
      OPENPROGRAM_MCP_TOKEN: <token>&
    env_keys: []
    timeout: 630
`
	if diff := cmp.Diff(want, find(t, "goose").Snippet(limited)); diff != "" {
		t.Error(diff)
	}
	if got := find(t, "continue").Snippet(entry); !strings.HasPrefix(got, "mcpServers:\n  - name: openprogram\n    type: stdio\n") {
		t.Error(got)
	}
}
