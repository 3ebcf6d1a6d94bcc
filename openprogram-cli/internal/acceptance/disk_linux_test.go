package acceptance_test

import (
	"os"
	"strings"
	"testing"
)

// text is the text of a tool result, and whether it is a failure.
func (f frame) text(t *testing.T) string {
	t.Helper()
	switch {
	case f.Error != nil:
		return f.Error.Message
	case !strings.Contains(string(f.Result), `"text":`):
		t.Fatalf("not a result: %s", f.Result)
	}
	return string(f.Result)
}

// A disk that fills up under a server costs what was to be written, told in fixed
// words, and nothing else: no half record, nothing of what was there. When there
// is room again the same server works again.
func TestAFullDisk(t *testing.T) {
	h, d, ok := onDisk(t, "8m")
	if !ok {
		return
	}
	h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
	h.set("mcp_server.exposed_tools", []string{"memory_status", "memory_update"})
	r := h.talk()
	session := decodeFrame[turn](t, r.call(2, "prompt_send", `{"prompt":"before"}`)).SessionID
	old := r.call(3, "session_get", `{"session_id":"`+session+`"}`).text(t)
	config, err := os.ReadFile(d.path("config.json"))
	if err != nil {
		t.Fatal(err)
	}

	// There is room for records, but not for this prompt.
	d.fill(128 << 10)
	long := strings.Repeat("all is full ", 60_000)
	if got := r.call(4, "prompt_send", `{"prompt":"`+long+`"}`).text(t); !strings.Contains(got, `{\"error\":\"prompt execution failed\"}`) {
		t.Errorf("a prompt without room: %.200s", got)
	}
	// Now there is room for nothing: sooner or later the last block of the log is
	// used up too.
	d.fill(0)
	id := 5
	for denied := false; !denied; id++ {
		got := r.call(id, "tool_call", `{"name":"memory_status"}`).text(t)
		denied = strings.Contains(got, "[denied] audit unavailable")
		if id > 500 {
			t.Fatalf("calls go on without a record: %.200s", got)
		}
	}
	if got := r.call(id, "prompt_send", `{"prompt":"full"}`).text(t); !strings.Contains(got, `{\"error\":\"prompt execution failed\"}`) {
		t.Errorf("a prompt without a record: %.200s", got)
	}
	if got := r.call(id+1, "session_get", `{"session_id":"`+session+`"}`).text(t); got != old {
		t.Errorf("what can be read is read otherwise: %.300s", got)
	}
	for _, command := range [][]string{
		{"config", "set", "provider.kind", "openai"}, {"mcp", "expose", "memory_get"}, {"mcp", "token", "rotate"}, {"prompt", long[:100_000]},
	} {
		if o := finish(t, h.command(command...)); o.code != 1 || !strings.HasPrefix(o.stderr, "Error: ") {
			t.Errorf("%.80q: exit %d, stdout %.200q, stderr %.200q", command, o.code, o.stdout, o.stderr)
		}
	}
	serve := h.server()
	serve.Stdin = strings.NewReader(initialize)
	if o := finish(t, serve); o.code != 1 || o.stdout != "" || !strings.HasSuffix(o.stderr, "Error: MCP server setup failed\n") {
		t.Errorf("serve: %+v", o)
	}
	if now, err := os.ReadFile(d.path("config.json")); err != nil || string(now) != string(config) {
		t.Errorf("the configuration is %q, %v", now, err)
	}
	h.ok("audit", "verify")

	d.free()
	if again := decodeFrame[turn](t, r.call(id+2, "prompt_send", `{"prompt":"after","session_id":"`+session+`"}`)); again.Failed {
		t.Errorf("%+v", again)
	}
	if got := r.call(id+3, "tool_call", `{"name":"memory_status"}`).text(t); !strings.Contains(got, "revision") {
		t.Errorf("a call: %.200s", got)
	}
	r.close()
	if log := r.stderr.String(); !strings.Contains(log, "reason=disk_full") || strings.Contains(log, h.dir) {
		t.Errorf("the log says %s", log)
	}
	h.ok("audit", "verify")
	h.ok("sessions", "verify")
	shown := h.ok("sessions", "show", session)
	if !strings.Contains(shown, "before") || !strings.Contains(shown, "after") || strings.Contains(shown, "full") {
		t.Errorf("shown: %.500s", shown)
	}
	if listed := h.ok("sessions", "list", "--json"); strings.Count(listed, `"id"`) != 1 {
		t.Errorf("a refused prompt has left a session: %s", listed)
	}
}
