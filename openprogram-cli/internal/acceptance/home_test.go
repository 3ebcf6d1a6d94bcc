//go:build unix

package acceptance_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/mcpauth"
)

// home is a home directory of its own, with a state directory in it.
type home struct {
	t     *testing.T
	dir   string
	token string

	variables []string // of the environment, beside the usual ones

	program string   // the program, if it is not binary
	within  []string // a command that runs the program in surroundings of its own
	place   string   // the state directory, if it is not in the home directory
}

func newHome(t *testing.T) *home {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &home{t: t, dir: dir}
}

// ready is a home with a token and these tools exposed.
func ready(t *testing.T, exposed ...string) *home {
	t.Helper()
	h := newHome(t)
	h.token = strings.TrimSpace(h.ok("mcp", "token", "create"))
	h.set("mcp_server.exposed_tools", append([]string{}, exposed...))
	return h
}

func (h *home) state(elements ...string) string {
	place := h.place
	if place == "" {
		place = filepath.Join(h.dir, ".openprogram")
	}
	return filepath.Join(append([]string{place}, elements...)...)
}

// environment is what the program gets: few variables, as clients pass them.
func (h *home) environment(more ...string) []string {
	variables := []string{"HOME=" + h.dir, "PATH=" + os.Getenv("PATH"), "TEST_MODEL_KEY=key-canary"}
	if h.place != "" {
		variables = append(variables, "OPENPROGRAM_STATE_DIR="+h.place)
	}
	return append(append(variables, h.variables...), more...)
}

func (h *home) withToken() string { return mcpauth.EnvVariable + "=" + h.token }

// command is the program with these arguments, started in the home directory.
func (h *home) command(arguments ...string) *exec.Cmd {
	program := h.program
	if program == "" {
		program = binary
	}
	words := append(append(slices.Clone(h.within), program), arguments...)
	c := exec.Command(words[0], words[1:]...)
	c.Env = h.environment()
	c.Dir = h.dir
	return c
}

// outcome is how a process ended.
type outcome struct {
	code           int
	stdout, stderr string
}

func finish(t *testing.T, c *exec.Cmd) outcome { return finishUnlessKilled(t, c, 0) }

// finishUnlessKilled kills the command after a time, if it runs that long.
func finishUnlessKilled(t *testing.T, c *exec.Cmd, after time.Duration) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		killer := time.AfterFunc(after, func() { _ = c.Process.Kill() })
		defer killer.Stop()
	}
	err := c.Wait()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return outcome{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// ok runs a command that has to succeed and gives its output.
func (h *home) ok(arguments ...string) string {
	h.t.Helper()
	o := finish(h.t, h.command(arguments...))
	if o.code != 0 {
		h.t.Fatalf("openprogram %s: exit %d: %s", strings.Join(arguments, " "), o.code, o.stderr)
	}
	return o.stdout
}

func (h *home) set(key string, value any) {
	h.t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		h.t.Fatal(err)
	}
	h.ok("config", "set", key, string(data))
}

// note writes a note of the owner's.
func (h *home) note(path, text string) {
	h.t.Helper()
	file := h.state("memory", path)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// record is one line of the audit log.
type record struct {
	Type    string
	Origin  string
	Payload map[string]any
}

// audit gives the records of a type, and holds the whole log to what it must
// never contain.
func (h *home) audit(kind string) []record {
	h.t.Helper()
	data, err := os.ReadFile(h.state("audit", "audit.jsonl"))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, secret := range []string{h.token, "key-canary", "prompt-canary", "argument-canary"} {
		if secret != "" && bytes.Contains(data, []byte(secret)) {
			h.t.Errorf("the audit log holds %q", secret)
		}
	}
	var found []record
	for line := range strings.Lines(string(data)) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			h.t.Fatal(err)
		}
		if r.Type == kind {
			found = append(found, r)
		}
	}
	return found
}

// revision names what the memory holds now.
func (h *home) revision() string {
	h.t.Helper()
	var status struct{ Revision string }
	if err := json.Unmarshal([]byte(h.ok("memory", "status", "--json")), &status); err != nil {
		h.t.Fatal(err)
	}
	return status.Revision
}
