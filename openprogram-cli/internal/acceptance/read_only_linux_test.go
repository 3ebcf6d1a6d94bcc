package acceptance_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// everything gives all that is below a directory: kind, mode and content.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		found[name] = info.Mode().String()
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			found[name] += " " + string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// On a read-only disk, such as a backup that is looked at, everything can be read
// that was there, and nothing tries to be helpful and fails.
func TestAReadOnlyStateCanBeRead(t *testing.T) {
	h, d, ok := onDisk(t, "32m")
	if !ok {
		return
	}
	h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
	h.set("mcp_server.exposed_tools", []string{"memory_update", "memory_search"})
	h.ok("rules", "add", "deny", "bash")
	session := h.ask("Where is the crane?").SessionID
	if err := os.WriteFile(filepath.Join(h.dir, "note.md"), []byte("# Harbour\n\nThe crane stays.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.ok("memory", "add", "note.md")
	c := h.connect()
	if r := c.runtimeTool("memory_update", map[string]any{
		"base_revision": h.revision(), "changes": []any{map[string]any{"path": "a.md", "text": "suggested"}},
	}); r.isError || r.failure != nil {
		t.Fatalf("%+v", r)
	}
	c.close()
	d.remount("ro")
	before := everything(t, d.path())
	for _, read := range []struct {
		want    string
		command []string
	}{
		{session, []string{"sessions", "list"}},
		{"Where is the crane?", []string{"sessions", "show", session}},
		{`"content":"Where is the crane?"`, []string{"sessions", "export", "-"}},
		{"1 session", []string{"sessions", "verify"}},
		{"1 note", []string{"memory", "status"}},
		{"The crane stays.", []string{"memory", "search", "crane"}},
		{"suggested", []string{"memory", "pending"}},
		{"memory_update", []string{"config", "list"}},
		{"memory_update", []string{"config", "get", "mcp_server.exposed_tools"}},
		{"config.json", []string{"config", "path"}},
		{"bash", []string{"rules", "list"}},
		{"memory_search", []string{"tools", "list"}},
		{"mcp.server.started", []string{"audit", "list"}},
		{"the chain is whole", []string{"audit", "verify"}},
		{"mcp.server.stopped", []string{"audit", "tail"}},
		{"The token is in order.", []string{"mcp", "token", "status"}},
		{"No MCP servers", []string{"mcp", "list"}},
		{"claude-code", []string{"mcp", "clients"}},
		{"openprogram", []string{"version"}},
	} {
		o := finish(t, h.command(read.command...))
		if o.code != 0 || !strings.Contains(o.stdout, read.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", read.command, o.code, o.stdout, o.stderr)
		}
	}
	for _, write := range [][]string{
		{"prompt", "hello"}, {"sessions", "rename", session, "a"}, {"sessions", "delete", session}, {"sessions", "import", "-"},
		{"config", "set", "provider.kind", "recall"}, {"mcp", "expose", "memory_get"}, {"rules", "rm", "deny", "bash"},
		{"mcp", "token", "rotate"}, {"mcp", "token", "delete"}, {"mcp", "add", "a", "--", "true"}, {"memory", "add", "--folder", "x", "note.md"},
	} {
		o := finish(t, h.command(write...))
		if o.code != 1 || !strings.HasPrefix(o.stderr, "Error: ") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", write, o.code, o.stdout, o.stderr)
		}
	}
	serve := h.server()
	serve.Stdin = strings.NewReader(initialize)
	if o := finish(t, serve); o.code != 1 || o.stdout != "" || o.stderr != "Error: MCP server setup failed\n" {
		t.Errorf("serve: %+v", o)
	}
	if diff := cmp.Diff(before, everything(t, d.path())); diff != "" {
		t.Errorf("what is on the disk (-want +got):\n%s", diff)
	}
	d.remount("rw")
	h.ask("And now?", "--session", session)
}

// Reading needs no more than what is read.
func TestReadingNeedsNothingElse(t *testing.T) {
	h := ready(t)
	session := h.ask("Where is the crane?").SessionID
	for _, name := range []string{"owner.json", "audit/audit.jsonl", "audit/head"} {
		if err := os.WriteFile(h.state(name), []byte("spoilt"), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	before := everything(t, h.state())
	for _, command := range [][]string{
		{"sessions", "list"}, {"sessions", "show", session}, {"sessions", "export", "-"}, {"sessions", "verify"}, {"tools", "list"}, {"rules", "list"},
	} {
		h.ok(command...)
	}
	if o := finish(t, h.command("prompt", "hello")); o.code != 1 {
		t.Errorf("a prompt: %+v", o)
	}
	if diff := cmp.Diff(before, everything(t, h.state())); diff != "" {
		t.Errorf("what is there (-want +got):\n%s", diff)
	}
}

// A copy of a state directory that a server had in use holds its last turns in
// the write-ahead log alone.
func TestAReadOnlyStateThatWasInUseCanBeRead(t *testing.T) {
	h, d, ok := onDisk(t, "32m")
	if !ok {
		return
	}
	h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
	r := h.talk()
	session := decodeFrame[turn](t, r.call(2, "prompt_send", `{"prompt":"in the log"}`)).SessionID
	if err := r.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-r.ended
	_ = r.cmd.Wait()
	if info, err := os.Stat(d.path("sessions.db-wal")); err != nil || info.Size() == 0 {
		t.Fatalf("nothing is in the log: %v", err)
	}
	d.remount("ro")
	if shown := h.ok("sessions", "show", session); !strings.Contains(shown, "in the log") {
		t.Errorf("shown: %s", shown)
	}
	var sessions []struct{ ID string }
	if err := json.Unmarshal([]byte(h.ok("sessions", "list", "--json")), &sessions); err != nil || len(sessions) != 1 {
		t.Errorf("%+v, %v", sessions, err)
	}
}
