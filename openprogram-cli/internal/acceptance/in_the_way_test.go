//go:build unix

package acceptance_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// obstacles are what may stand where a file of ours should be.
var obstacles = map[string]func(path string) error{
	"fifo":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"folder": func(path string) error { return os.Mkdir(path, 0o700) },
	"device": func(path string) error { return os.Symlink("/dev/zero", path) },
}

// inTheWay are the places, below the home directory, where an obstacle is put.
var inTheWay = []string{
	".openprogram/config.json", ".openprogram/config.lock", ".openprogram/owner.json", ".openprogram/mcp_server_token",
	".openprogram/audit", ".openprogram/audit/audit.jsonl", ".openprogram/audit/head",
	".openprogram/sessions.db", ".openprogram/sessions.db-wal", ".openprogram/sessions.db-shm", ".openprogram/sessions.db-journal",
	".openprogram/sessions.db.lock", ".openprogram/sessions.db.cancelled", ".openprogram/run.lock",
	".openprogram/memory", ".openprogram/memory/a.md", ".openprogram/memory_pending",
	".openprogram/memory_index.db", ".openprogram/memory_index.db-wal", ".openprogram/memory_index.db.lock",
	".openprogram/mcp_servers.json", "work", "key",
}

// stored is a home with something of everything, to be copied.
func stored(t *testing.T) *home {
	t.Helper()
	h := ready(t, "memory_status", "memory_search", "memory_update", "memory_get")
	h.note("a.md", "The crane stays.\n")
	for path, text := range map[string]string{"key": "key-canary\n", "work/a.txt": "text\n"} {
		path = filepath.Join(h.dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.set("agent.workdir", "~/work")
	h.set("provider.api_key_file", "~/key")
	h.ok("mcp", "add", "other", "--", "true")
	c := h.connect()
	c.prompt("the first prompt", "")
	if r := c.runtimeTool("memory_update", map[string]any{
		"base_revision": h.revision(), "changes": []any{map[string]any{"path": "b.md", "text": "suggested"}},
	}); r.isError || r.failure != nil {
		t.Fatalf("memory_update: %+v", r)
	}
	c.close()
	return h
}

// Whatever stands in the way of a file, nothing waits for it, clients are told in
// fixed words, and nothing that was there is lost.
func TestWhatStandsInTheWayOfAFile(t *testing.T) {
	original := stored(t)
	for _, place := range inTheWay {
		for kind, put := range obstacles {
			t.Run(filepath.Base(place)+" is a "+kind, func(t *testing.T) {
				t.Parallel()
				h := newHome(t)
				h.token = original.token
				if out, err := exec.Command("cp", "-a", original.dir+"/.", h.dir).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				path := filepath.Join(h.dir, place)
				if err := os.RemoveAll(path); err != nil {
					t.Fatal(err)
				}
				if err := put(path); err != nil {
					t.Fatal(err)
				}
				before := kept(t, h.dir)
				h.serveAround()
				h.commandsAround()
				for name, was := range before {
					if is := kept(t, h.dir)[name]; !strings.HasPrefix(is, was) {
						t.Errorf("%s was %.200q and is %.200q", name, was, is)
					}
				}
			})
		}
	}
}

// kept gives what must not be lost: the kinds of all things, and the contents of
// those that are not written to, or only at their end.
func kept(t *testing.T, home string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(home, path)
		if err != nil {
			return err
		}
		found[name] = entry.Type().String()
		switch filepath.Base(name) {
		case "config.json", "owner.json", "mcp_server_token", "audit.jsonl", "mcp_servers.json", "a.md", "a.txt", "key":
			if entry.Type().IsRegular() {
				data, err := os.ReadFile(path)
				found[name] += string(data)
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, is := range found {
		// The index of the notes is a cache. The files beside a database come and go.
		passing := (strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm")) && is == "----------"
		if passing || strings.Contains(name, "memory_index.db") {
			delete(found, name)
		}
	}
	return found
}

// serveAround runs a server through all that touches files. It either refuses to
// start, in one of the fixed lines, or answers everything.
func (h *home) serveAround() {
	h.t.Helper()
	c := h.server()
	c.Stdin = strings.NewReader(initialize + call("2", "sessions_list", "{}") + call("3", "session_get", `{"session_id":"a"}`) +
		call("4", "prompt_send", `{"prompt":"crane"}`) + call("5", "tool_call", `{"name":"memory_status"}`) +
		call("6", "tool_call", `{"name":"memory_search","arguments":{"query":"crane"}}`) +
		call("7", "tool_call", `{"name":"memory_get","arguments":{"path":"a.md"}}`) +
		call("8", "tool_call", `{"name":"memory_update","arguments":{"base_revision":"r0","changes":[{"path":"c.md","text":"x"}]}}`))
	o := finishUnlessKilled(h.t, c, patience)
	if strings.Contains(o.stdout+o.stderr, h.dir) {
		h.t.Errorf("a path is told: stdout %q, stderr %q", o.stdout, o.stderr)
	}
	switch o.code {
	case 0:
		if answers := strings.Count(o.stdout, `"jsonrpc":"2.0"`); answers != 8 {
			h.t.Errorf("%d answers: %s", answers, o.stdout)
		}
	case 1:
		last := o.stderr[strings.LastIndex(strings.TrimSpace(o.stderr), "\n")+1:]
		if o.stdout != "" || !strings.HasPrefix(last, "Error: MCP server authentication failed\n") && !strings.HasPrefix(last, "Error: MCP server setup failed") {
			h.t.Errorf("stdout %q, stderr %q", o.stdout, o.stderr)
		}
	default:
		h.t.Errorf("serve ended with %d: %s", o.code, o.stderr)
	}
}

// commandsAround runs the owner's commands. Each succeeds or says in a line why not.
func (h *home) commandsAround() {
	h.t.Helper()
	for _, command := range [][]string{
		{"sessions", "list"}, {"prompt", "crane"}, {"memory", "search", "crane"}, {"config", "set", "agent.workdir", "~/work"},
		{"audit", "verify"}, {"mcp", "token", "status"}, {"mcp", "disable", "nobody"},
	} {
		o := finishUnlessKilled(h.t, h.command(command...), patience)
		if o.code != 0 && (o.code != 1 || !strings.Contains(o.stderr, "Error: ")) {
			h.t.Errorf("%q: exit %d, stdout %q, stderr %q", command, o.code, o.stdout, o.stderr)
		}
	}
}
