//go:build unix

package acceptance_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the umask of whoever starts the program, what it keeps is closed to
// others.
func TestEverythingIsPrivateWhateverTheUmask(t *testing.T) {
	h := newHome(t)
	h.within = []string{"sh", "-c", `umask 000; exec "$@"`, "sh"}
	h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
	m := h.useModel(say("one"), hang("two"), say("three"))
	h.set("mcp_server.exposed_tools", []string{"memory_update", "memory_search"})
	h.ok("rules", "add", "deny", "bash")
	h.ok("mcp", "add", "other", "--", "true")
	if err := os.WriteFile(filepath.Join(h.dir, "note.md"), []byte("The crane stays.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.ok("memory", "add", "--folder", "deep/er", "note.md")
	h.ok("sessions", "export", "export.jsonl")
	h.ok("mcp", "install", "cursor")
	r := h.talk("--log-file", filepath.Join(h.dir, "log"), "--log-level", "debug")
	r.call(2, "prompt_send", `{"prompt":"a"}`)
	change := `{"name":"memory_update","arguments":{"base_revision":"` + h.revision() + `","changes":[{"path":"b.md","text":"x"}]}}`
	if got := r.call(3, "tool_call", change); got.Error != nil || strings.Contains(string(got.Result), `"isError":true`) {
		t.Fatalf("memory_update: %+v, %s", got.Error, got.Result)
	}
	r.write(call("4", "prompt_send", `{"prompt":"b"}`))
	for range 2 {
		m.awaitRequest(t)
	}
	checkPrivate(t, h.dir) // while all is open
	r.stdin.Close()
	<-r.ended
	checkPrivate(t, h.dir)
}

// checkPrivate looks at the modes of all that is in a home.
func checkPrivate(t *testing.T, home string) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == home {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(home, path)
		if err != nil {
			return err
		}
		if name == ".cursor" {
			return nil // another program's folder
		}
		seen++
		if info.Mode() != 0o600 && info.Mode() != fs.ModeDir|0o700 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
		return nil
	})
	if err != nil || seen < 20 {
		t.Errorf("%d files and folders, %v", seen, err)
	}
}

// A state directory may have any name: it is never a pattern, a query or an
// option, and nothing appears beside it.
func TestAStateDirectoryOfAnyName(t *testing.T) {
	for _, name := range []string{
		"a#b", "a?mode=memory&x=y", "a%41%2f", "a b", `a'b"c`, "a\nb", "ünï-世界", ":memory:", "file:a", "a;b", `a\b`, "-rf", "$HOME", "a\tb", "~",
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			parent := filepath.Join(h.dir, "parent")
			h.place = filepath.Join(parent, name)
			h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
			h.set("mcp_server.exposed_tools", []string{"memory_status", "memory_update", "memory_search"})
			c := h.connect()
			session := c.prompt("hello", "").SessionID
			if r := c.runtimeTool("memory_update", map[string]any{
				"base_revision": h.revision(), "changes": []any{map[string]any{"path": "a.md", "text": "the crane"}},
			}); r.isError || r.failure != nil {
				t.Errorf("memory_update: %+v", r)
			}
			if r := c.runtimeTool("memory_search", map[string]any{"query": "crane"}); r.isError || !strings.Contains(r.text, "crane") {
				t.Errorf("memory_search: %+v", r)
			}
			c.close()
			if shown := h.ok("sessions", "show", session); !strings.Contains(shown, "hello") {
				t.Errorf("shown: %s", shown)
			}
			h.ok("audit", "verify")
			for dir, want := range map[string]string{h.dir: "parent", parent: name} {
				entries, err := os.ReadDir(dir)
				if err != nil || len(entries) != 1 || entries[0].Name() != want {
					t.Errorf("beside it: %v, %v", entries, err)
				}
			}
			if _, err := os.Stat(h.state("sessions.db")); err != nil {
				t.Error(err)
			}
		})
	}
}
