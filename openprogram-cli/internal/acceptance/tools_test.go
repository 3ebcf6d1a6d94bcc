//go:build unix

package acceptance_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runtimeTool is one entry of tools_list.
type runtimeTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

func names(tools []runtimeTool) []string {
	out := []string{}
	for _, tool := range tools {
		out = append(out, tool.Name)
	}
	return out
}

func TestToolsListIsWhatIsExposedKnownAndAllowed(t *testing.T) {
	h := ready(t, "memory_search", "bash", "memory_status", "nope", "read", "memory_search", "memory_promote", "memory_update")
	c := h.connect()
	want := []string{"memory_search", "memory_status", "memory_update"}
	if diff := cmp.Diff(want, names(decode[[]runtimeTool](t, c.call("tools_list", nil)))); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	// An addition waits for the next server, a removal does not.
	h.set("mcp_server.exposed_tools", []string{"memory_status", "memory_get"})
	if diff := cmp.Diff([]string{"memory_status"}, names(decode[[]runtimeTool](t, c.call("tools_list", nil)))); diff != "" {
		t.Errorf("after a change (-want +got):\n%s", diff)
	}
	if r := c.runtimeTool("memory_search", map[string]any{"query": "x"}); r.failure == nil || r.failure.Code != -32601 {
		t.Errorf("a removed tool is called: %+v", r)
	}
	next := h.connect()
	if diff := cmp.Diff([]string{"memory_status", "memory_get"}, names(decode[[]runtimeTool](t, next.call("tools_list", nil)))); diff != "" {
		t.Errorf("the next server (-want +got):\n%s", diff)
	}
	// A file that breaks exposes nothing.
	if err := os.WriteFile(h.state("config.json"), []byte(`{"mcp_server": {"exposed_tools": "memory_status"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := next.call("tools_list", nil); r.text != "[]" {
		t.Errorf("a broken file exposes %s", r.text)
	}
}

func TestSixToolsMapToFixedShapes(t *testing.T) {
	h := ready(t, "memory_status")
	h.note("harbour.md", "# Harbour\n\nThe ferry berths on the north side.\n")
	c := h.connect()
	if r := c.call("sessions_list", nil); r.text != "[]" {
		t.Errorf("no sessions: %s", r.text)
	}
	answer := c.prompt("Where does the ferry berth?", "")
	if answer.Failed || !strings.HasPrefix(answer.SessionID, "mcp_") || !strings.Contains(answer.Text, "north side") {
		t.Errorf("prompt_send: %+v", answer)
	}
	branch := decode[[]message](t, c.call("session_get", map[string]any{"session_id": answer.SessionID}))
	if len(branch) != 2 || branch[0].Role != "user" || branch[1].ID != answer.MessageID || branch[1].Content != answer.Text || branch[0].Timestamp < 1.6e9 {
		t.Errorf("session_get: %+v", branch)
	}
	type summary struct {
		ID        string  `json:"id"`
		Title     string  `json:"title"`
		UpdatedAt float64 `json:"updated_at"`
	}
	if rows := decode[[]summary](t, c.call("sessions_list", map[string]any{})); len(rows) != 1 || rows[0].ID != answer.SessionID || rows[0].Title == "" {
		t.Errorf("sessions_list: %+v", rows)
	}
	if r := c.call("prompt_cancel", map[string]any{"session_id": answer.SessionID}); r.text != `{"cancelled":false,"session_id":"`+answer.SessionID+`"}` {
		t.Errorf("prompt_cancel: %+v", r)
	}
	if r := c.runtimeTool("memory_status", nil); r.isError || !strings.Contains(r.text, "revision") {
		t.Errorf("tool_call: %+v", r)
	}
	c.close()
	if _, err := os.Lstat(h.state("sessions.db-wal")); !os.IsNotExist(err) {
		t.Errorf("the database was not closed: %v", err)
	}
}

func TestBadCallsAreProtocolErrors(t *testing.T) {
	h := ready(t, "memory_search", "memory_status")
	c := h.connect()
	cases := map[string]struct {
		tool      string
		arguments any
		code      int64
		text      string
	}{
		"an unknown wrapper":   {"canary", nil, -32601, "unknown MCP wrapper tool"},
		"a missing argument":   {"session_get", map[string]any{}, -32602, "invalid arguments at $: required"},
		"an empty argument":    {"session_get", map[string]any{"session_id": ""}, -32602, "invalid arguments at $.session_id: minLength"},
		"a blank argument":     {"prompt_send", map[string]any{"prompt": " \u3000"}, -32602, "invalid arguments at $.prompt: pattern"},
		"a wrong type":         {"session_get", map[string]any{"session_id": 7}, -32602, "invalid arguments at $.session_id: type"},
		"an argument too many": {"tools_list", map[string]any{"canary": 1}, -32602, "invalid arguments at $: additionalProperties"},
		"text for an object":   {"tool_call", map[string]any{"name": "memory_status", "arguments": "{}"}, -32602, "invalid arguments at $.arguments: type"},
		"an unknown session":   {"prompt_send", map[string]any{"prompt": "x", "session_id": "../../etc/passwd"}, -32602, "invalid MCP prompt session"},
		"a tool's arguments":   {"tool_call", map[string]any{"name": "memory_search", "arguments": map[string]any{"canary": 1}}, -32602, "invalid underlying Runtime tool arguments at $: additionalProperties"},
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			r := c.call(want.tool, want.arguments)
			if r.failure == nil || r.failure.Code != want.code || r.failure.Message != want.text || r.failure.Data != nil {
				t.Errorf("got %+v, %v, want %d %s", r, r.failure, want.code, want.text)
			}
		})
	}
	if r := c.call("session_get", map[string]any{"session_id": "nope"}); r.text != `{"error":"session not found"}` || !r.isError {
		t.Errorf("session_get of an unknown session: %+v", r)
	}
	if r := c.call("sessions_list", nil); r.text != "[]" {
		t.Errorf("refused prompts have left %s", r.text)
	}
}

func TestUnknownAndUnexposedToolsLookTheSame(t *testing.T) {
	c := ready(t, "memory_status").connect()
	var answers []string
	for _, tool := range []string{"no_such_tool", "memory_search", "memory_promote", "bash"} {
		c.runtimeTool(tool, map[string]any{"command": "argument-canary"})
		id := c.wire.lastSent("tools/call").ID
		answer := c.wire.await(t, id)
		text, err := json.Marshal(answer.Error)
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, string(text)+string(answer.Result))
	}
	for _, answer := range answers {
		if answer != answers[0] || !strings.Contains(answer, "-32601") || !strings.Contains(answer, "underlying Runtime tool not found") {
			t.Errorf("got %s and %s", answer, answers[0])
		}
	}
}

func TestDenials(t *testing.T) {
	h := ready(t, "bash", "write", "read", "memory_browse", "memory_grep", "memory_status")
	h.set("tools.permission_rules.deny", []string{"memory_browse"})
	h.set("tools.permission_rules.ask", []string{"memory_grep"})
	h.set("tools.permission_rules.allow", []string{"bash", "write", "read", "memory_browse", "memory_grep"})
	h.note("a.md", "argument-canary\n")
	trace := filepath.Join(h.dir, "trace")
	c := h.connect()
	for _, want := range []struct {
		tool      string
		arguments map[string]any
		text      string
	}{
		{"bash", map[string]any{"command": "touch " + trace}, "[denied] hard constraint"},
		{"write", map[string]any{"file_path": trace, "content": "x"}, "[denied] hard constraint"},
		{"read", map[string]any{"file_path": trace}, "[denied] authority tier does not allow fs.read"},
		{"memory_browse", nil, "[denied] blocked by permission rule"},
		{"memory_grep", map[string]any{"query": "argument-canary"}, "[denied] approval unavailable for non-interactive MCP"},
	} {
		if r := c.runtimeTool(want.tool, want.arguments); r.text != want.text || !r.isError {
			t.Errorf("%s: %+v, %v", want.tool, r, r.failure)
		}
	}
	if _, err := os.Lstat(trace); !os.IsNotExist(err) {
		t.Errorf("a denied call has left a trace: %v", err)
	}
	// Rules count from the next call on.
	h.set("tools.permission_rules.deny", []string{})
	if r := c.runtimeTool("memory_browse", nil); r.isError || !strings.Contains(r.text, "a.md") {
		t.Errorf("after the rule has gone: %+v", r)
	}
	c.close()
	if got := len(h.audit("mcp.tool.denied")); got != 5 {
		t.Errorf("%d denials are recorded, want 5", got)
	}
	if allowed, finished := len(h.audit("mcp.tool.allowed")), len(h.audit("mcp.tool.finished")); allowed != 1 || finished != 1 {
		t.Errorf("%d allowed, %d finished, want 1 and 1", allowed, finished)
	}
}
