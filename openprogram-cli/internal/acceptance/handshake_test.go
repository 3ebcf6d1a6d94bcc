//go:build unix

package acceptance_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var sixTools = []string{"sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n"

func TestRefusedBeforeTheClientIsRead(t *testing.T) {
	const line = "Error: MCP server authentication failed\n"
	cases := map[string]func(h *home) (token string){
		"no token file":    func(*home) string { return strings.Repeat("x", 43) },
		"no variable":      func(h *home) string { h.ok("mcp", "token", "create"); return "" },
		"a wrong variable": func(h *home) string { return strings.TrimSpace(h.ok("mcp", "token", "create")) + "x" },
		"a placeholder": func(h *home) string {
			h.ok("mcp", "token", "create")
			return "${OPENPROGRAM_MCP_TOKEN}"
		},
		"a wrong mode": func(h *home) string {
			token := strings.TrimSpace(h.ok("mcp", "token", "create"))
			if err := os.Chmod(h.state("mcp_server_token"), 0o644); err != nil {
				h.t.Fatal(err)
			}
			return token
		},
	}
	for name, prepare := range cases {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.token = prepare(h)
			c := h.command("mcp", "serve")
			c.Env = append(c.Env, h.withToken())
			// Silent and open: a server that reads before it has checked hangs.
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			if diff := cmp.Diff(outcome{1, "", line}, finish(t, c), cmp.AllowUnexported(outcome{})); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
		})
	}
}

func TestASDKClientIsRefusedToo(t *testing.T) {
	h := ready(t)
	h.token = "guess"
	c := h.command("mcp", "serve")
	c.Env = append(c.Env, h.withToken())
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	sdk := mcp.NewClient(&mcp.Implementation{Name: "x", Version: "1"}, nil)
	if _, err := sdk.Connect(ctx, &mcp.CommandTransport{Command: c}, nil); err == nil {
		t.Error("a client with a wrong token is connected")
	}
}

func TestHandshake(t *testing.T) {
	h := ready(t)
	c := h.connect()
	hello := c.session.InitializeResult()
	if hello.ProtocolVersion != "2025-11-25" || hello.ServerInfo.Name != "openprogram" || hello.ServerInfo.Version == "" {
		t.Errorf("got %s, %+v", hello.ProtocolVersion, hello.ServerInfo)
	}
	//lint:ignore SA1019 logging must be absent, deprecated or not
	if caps := hello.Capabilities; caps.Tools == nil || caps.Tools.ListChanged || caps.Prompts != nil || caps.Resources != nil || caps.Logging != nil {
		t.Errorf("capabilities %+v", caps)
	}
	c.close()
}

func TestClientInfoChangesNothing(t *testing.T) {
	h := ready(t, "memory_status", "memory_search", "read")
	seen := map[string]string{}
	for _, name := range []string{"one", "owner/local", "admin\x1b[2J" + strings.Repeat("x", 1<<16)} {
		c := h.connectAs(name)
		hello, err := json.Marshal(c.session.InitializeResult())
		if err != nil {
			t.Fatal(err)
		}
		denied := c.runtimeTool("bash", map[string]any{"command": "true"})
		seen[name] = string(hello) + c.call("tools_list", map[string]any{}).text + denied.failure.Message
		c.close()
	}
	for name, what := range seen {
		if what != seen["one"] {
			t.Errorf("client %.20q sees\n%s\nand another\n%s", name, what, seen["one"])
		}
	}
	for _, r := range h.audit("mcp.server.started") {
		if !strings.HasPrefix(r.Origin, "mcp/") && r.Origin != "system" || strings.Contains(r.Origin, "admin") {
			t.Errorf("the log says %s", r.Origin)
		}
	}
}

func TestExactlySixToolsInOrder(t *testing.T) {
	for name, exposed := range map[string][]string{"nothing exposed": nil, "something exposed": {"memory_status"}} {
		t.Run(name, func(t *testing.T) {
			c := ready(t, exposed...).connect()
			listed, err := c.session.ListTools(context.Background(), &mcp.ListToolsParams{})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range listed.Tools {
				names = append(names, tool.Name)
			}
			if diff := cmp.Diff(sixTools, names); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}
