//go:build unix

package acceptance_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tools of another MCP server are the owner's: offered, asked about, run.
func TestTheOwnersModelUsesAnotherServer(t *testing.T) {
	h := ready(t)
	h.ok("mcp", "add", "self", "--env", h.withToken(), "--env", "TEST_MODEL_KEY=key-canary", "--", binary, "mcp", "serve")
	m := h.useModel(
		use("self__prompt_send", `{"prompt":"argument-canary"}`), say("the inner answer"), say("the outer answer"),
		use("self__session_get", `{"session_id":"nope"}`), say("refused"),
	)
	if out := h.ok("prompt", "--yes", "ask yourself"); out != "the outer answer\n" {
		t.Errorf("got %q", out)
	}
	requests := m.Requests()
	if len(requests) != 3 || !strings.Contains(requests[0].Body, `"name":"self__tool_call"`) {
		t.Fatalf("%d requests, the tools of the other server not offered", len(requests))
	}
	if strings.Contains(requests[1].Body, "self__") {
		t.Error("the model of a client was offered the tools of another server")
	}
	if !strings.Contains(requests[2].Body, "the inner answer") {
		t.Error("the result was not told")
	}
	if out := h.ok("prompt", "ask yourself"); out != "refused\n" || !strings.Contains(m.lastRequest(t), "[denied]") {
		t.Errorf("without an approval: %q", out)
	}
	h.audit("turn.tool.finished") // holds no argument
}

// A server for clients starts no other server and has none of their tools.
func TestClientsReachNoOtherServer(t *testing.T) {
	h := ready(t, "spy__go", "memory_status")
	started := filepath.Join(h.dir, "started")
	h.ok("mcp", "add", "spy", "--", "sh", "-c", "touch "+started)
	m := h.useModel(say("an answer"))
	c := h.connect()
	if tools := c.call("tools_list", nil).text; strings.Contains(tools, "spy__") {
		t.Errorf("listed: %s", tools)
	}
	if r := c.runtimeTool("spy__go", nil); r.failure == nil || r.failure.Code != -32601 {
		t.Errorf("called: %+v", r)
	}
	c.prompt("hello", "")
	if strings.Contains(m.lastRequest(t), "spy__") {
		t.Error("offered to a client's model")
	}
	c.close()
	if _, err := os.Lstat(started); !os.IsNotExist(err) {
		t.Errorf("the other server was started: %v", err)
	}
}

// One that does not start is told, and is no reason not to answer.
func TestAServerThatIsNotThere(t *testing.T) {
	h := newHome(t)
	h.useModel(say("an answer"))
	h.ok("mcp", "add", "gone", "--", "no-such-program")
	o := finish(t, h.command("prompt", "hello"))
	if o.code != 0 || o.stdout != "an answer\n" || !strings.Contains(o.stderr, "[MCP server gone did not start: the program was not found]") {
		t.Errorf("exit %d, %q, %q", o.code, o.stdout, o.stderr)
	}
	var tools []struct{ Name string }
	if err := json.Unmarshal([]byte(h.ok("tools", "list", "--json")), &tools); err != nil || len(tools) == 0 {
		t.Errorf("tools list: %v", err)
	}
}
