//go:build unix

package acceptance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// another builds the program once more, as a version of that name. With a
// migration it is one whose session database has a newer schema.
func another(t *testing.T, version, migration string) string {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "openprogram")
	arguments := []string{"build", "-o", program,
		"-ldflags", "-X github.com/openprogram/openprogram-go/openprogram-cli/internal/app.version=" + version}
	build := exec.Command("go", append(arguments, "../../cmd/openprogram")...)
	if migration != "" {
		build.Args = slices.Insert(build.Args, 2, "-modfile="+withMigration(t, dir, migration))
		build.Env = append(os.Environ(), "GOWORK=off")
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	return program
}

// withMigration copies the module of the store, adds a migration to it, and gives a
// go.mod that builds the program with that. It works in a workspace and without one.
func withMigration(t *testing.T, dir, migration string) (modfile string) {
	t.Helper()
	modfile = filepath.Join(dir, "go.mod")
	copyFile(t, "../../go.mod", modfile)
	copyFile(t, "../../go.sum", filepath.Join(dir, "go.sum"))
	const base = "github.com/openprogram/openprogram-go/"
	edit := []string{"mod", "edit"}
	for _, name := range []string{"authority", "mcpauth", "mcpcontracts", "mcpserver", "runtimebridge"} {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", base+name).Output()
		if err != nil {
			t.Fatal(err)
		}
		place := strings.TrimSpace(string(out))
		if name == "runtimebridge" {
			copied := filepath.Join(dir, name)
			if err := os.CopyFS(copied, os.DirFS(place)); err != nil {
				t.Fatal(err)
			}
			place = copied
		}
		edit = append(edit, "-replace="+base+name+"="+place)
	}
	if out, err := exec.Command("go", append(edit, modfile)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	later := filepath.Join(dir, "runtimebridge", "sqlitestore", "migrations", "9999_later.sql")
	if err := os.WriteFile(later, []byte(migration), 0o600); err != nil {
		t.Fatal(err)
	}
	return modfile
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// as is the same home, used by another program.
func (h *home) as(program string) *home {
	other := *h
	other.program = program
	return &other
}

// A newer program brings the sessions to its schema, once, and an older one that
// comes later, or has them open, leaves them alone and says so.
func TestANewerAndAnOlderProgramOnOneState(t *testing.T) {
	h := ready(t)
	newer := h.as(another(t, "v9.9.9", "CREATE TABLE later (text TEXT) STRICT;\n"))
	if v := newer.ok("version"); !strings.Contains(v, "v9.9.9") {
		t.Fatalf("version: %s", v)
	}
	older := h.talk()
	session := decodeFrame[turn](t, older.call(2, "prompt_send", `{"prompt":"of the older"}`)).SessionID

	// Several newer ones come at once: it is brought there once, and nobody fails.
	var commands sync.WaitGroup
	outcomes := make([]outcome, 4)
	for i := range outcomes {
		c := newer.command("sessions", "list")
		commands.Go(func() { outcomes[i] = finish(t, c) })
	}
	commands.Wait()
	for _, o := range outcomes {
		if o.code != 0 || !strings.Contains(o.stdout, session) {
			t.Errorf("%+v", o)
		}
	}
	before := newer.ok("sessions", "export", "-")
	for id, request := range map[int][2]string{
		3: {"sessions_list", `{}`}, 4: {"session_get", `{"session_id":"` + session + `"}`}, 5: {"session_get", `{"session_id":"a"}`},
	} {
		if got := older.call(id, request[0], request[1]); !strings.Contains(string(got.Result), `{\"error\":\"session data unavailable\"}`) {
			t.Errorf("%s: %s", request[0], got.Result)
		}
	}
	for id, arguments := range map[int]string{6: `{"prompt":"late"}`, 7: `{"prompt":"late","session_id":"` + session + `"}`} {
		if got := older.call(id, "prompt_send", arguments); !strings.Contains(string(got.Result), `{\"error\":\"prompt execution failed\"}`) {
			t.Errorf("prompt_send: %s", got.Result)
		}
	}
	for _, command := range [][]string{
		{"sessions", "list"}, {"sessions", "show", session}, {"sessions", "delete", session}, {"prompt", "late"}, {"sessions", "verify"},
	} {
		o := finish(t, h.command(command...))
		if o.code != 1 || !strings.HasPrefix(o.stderr, "Error: ") || !strings.HasSuffix(o.stderr, "the sessions were written by a newer version of openprogram: update this one\n") {
			t.Errorf("%q: %+v", command, o)
		}
	}
	older.close()
	if log := older.stderr.String(); strings.Count(log, "reason=newer_schema") != 1 {
		t.Errorf("the log says %s", log)
	}
	if after := newer.ok("sessions", "export", "-"); after != before {
		t.Errorf("the sessions were\n%s\nand are\n%s", before, after)
	}
	database, err := os.ReadFile(h.state("sessions.db"))
	if err != nil {
		t.Fatal(err)
	}
	refused := h.server()
	refused.Stdin = strings.NewReader(initialize + call("2", "sessions_list", "{}"))
	if o := finish(t, refused); o.code != 0 || !strings.Contains(o.stdout, "session data unavailable") || !strings.Contains(o.stderr, "reason=newer_schema") {
		t.Errorf("%+v", o)
	}
	if now, err := os.ReadFile(h.state("sessions.db")); err != nil || string(now) != string(database) {
		t.Errorf("the older program has written to the database: %v", err)
	}
	newer.ok("prompt", "of the newer", "--session", session)
}

// Two versions with one schema work side by side, in one session too.
func TestTwoVersionsOfOneSchema(t *testing.T) {
	h := ready(t, "memory_status")
	other := h.as(another(t, "v0.0.1", ""))
	first, second := h.talk(), other.talk()
	session := decodeFrame[turn](t, first.call(2, "prompt_send", `{"prompt":"one"}`)).SessionID
	for id := 3; id < 9; id += 2 {
		for i, r := range []*raw{second, first} {
			if got := decodeFrame[turn](t, r.call(id+i, "prompt_send", `{"prompt":"more","session_id":"`+session+`"}`)); got.Failed {
				t.Errorf("%+v", got)
			}
			if got := r.call(id+i+100, "tool_call", `{"name":"memory_status"}`); got.Error != nil || !strings.Contains(string(got.Result), `"isError":false`) {
				t.Errorf("%+v, %s", got.Error, got.Result)
			}
		}
	}
	branch := decodeFrame[[]message](t, second.call(300, "session_get", `{"session_id":"`+session+`"}`))
	if len(branch) != 14 {
		t.Errorf("%d messages", len(branch))
	}
	first.close()
	second.close()
	other.ok("audit", "verify")
	if started := h.audit("mcp.server.started"); len(started) != 2 || started[0].Payload["version"] == started[1].Payload["version"] {
		t.Errorf("started: %v", started)
	}
}

// Files of a format that is not known are refused and left alone.
func TestFormatsOfANewerVersion(t *testing.T) {
	for name, test := range map[string]struct{ file, text, told string }{
		"the identity": {"owner.json", `{"version":2,"principal_id":"owner/install/0123456789abcdef"}`, "Error: MCP server setup failed\n"},
		"a setting":    {"config.json", `{"mcp_server":{"later":true}}`, "Error: MCP server setup failed: "},
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			if err := os.WriteFile(h.state(test.file), []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			c := h.server()
			c.Stdin = strings.NewReader(initialize)
			if o := finish(t, c); o.code != 1 || o.stdout != "" || !strings.HasPrefix(o.stderr, test.told) || strings.Count(o.stderr, "\n") != 1 {
				t.Errorf("%+v", o)
			}
			if o := finish(t, h.command("prompt", "a")); o.code != 1 || !strings.HasPrefix(o.stderr, "Error: ") {
				t.Errorf("%+v", o)
			}
			if now, err := os.ReadFile(h.state(test.file)); err != nil || string(now) != test.text {
				t.Errorf("%s is %q, %v", test.file, now, err)
			}
		})
	}
}
