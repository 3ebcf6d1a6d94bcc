//go:build unix

package acceptance_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpauth"
)

// bound is how long a server may take to end.
const bound = 8 * time.Second

func (h *home) server(arguments ...string) *exec.Cmd {
	c := h.command(append([]string{"mcp", "serve"}, arguments...)...)
	c.Env = append(c.Env, h.withToken())
	return c
}

func call(id, tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + "}}\n"
}

func TestRepliesAreFlushedAtTheEndOfInput(t *testing.T) {
	h := ready(t, "memory_status")
	inputs := map[string]string{
		"with a last line end":    initialize + call("2", "sessions_list", "{}") + call(`"3"`, "tools_list", "{}"),
		"without a last line end": strings.TrimSuffix(initialize+call("2", "sessions_list", "{}")+call(`"3"`, "tools_list", "{}"), "\n"),
		"prompts too":             initialize + call("2", "prompt_send", `{"prompt":"x"}`) + call(`"3"`, "tool_call", `{"name":"memory_status"}`),
	}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			for range 5 {
				c := h.server()
				c.Stdin = strings.NewReader(input)
				o := finish(t, c)
				ids := map[string]bool{}
				for line := range strings.Lines(o.stdout) {
					var f frame
					if err := json.Unmarshal([]byte(line), &f); err != nil || f.Result == nil {
						t.Fatalf("on stdout: %s", line)
					}
					ids[string(f.ID)] = true
				}
				if diff := cmp.Diff(map[string]bool{"1": true, "2": true, `"3"`: true}, ids); diff != "" || o.code != 0 {
					t.Errorf("exit %d, answered (-want +got):\n%s", o.code, diff)
				}
			}
		})
	}
}

// TestStdoutHoldsFramesOnly looks at every byte, with everything talking that
// can.
func TestStdoutHoldsFramesOnly(t *testing.T) {
	h := ready(t, "memory_status", "memory_search", "bash")
	h.note("a.md", "The crane stays.\n")
	c := h.server("--log-level", "debug")
	c.Stdin = strings.NewReader(initialize + "{bad\n" + call("2", "prompt_send", `{"prompt":"prompt-canary crane"}`) +
		call("3", "tool_call", `{"name":"memory_search","arguments":{"query":"argument-canary"}}`) +
		call("4", "tool_call", `{"name":"bash","arguments":{"command":"echo argument-canary"}}`) +
		call("5", "nope", `{}`) + `{"jsonrpc":"2.0","id":6,"method":"nope"}`)
	o := finish(t, c)
	count := 0
	for line := range strings.Lines(o.stdout) {
		var f struct{ JSONRPC string }
		if err := json.Unmarshal([]byte(line), &f); err != nil || f.JSONRPC != "2.0" {
			t.Errorf("on stdout: %q", line)
		}
		count++
	}
	if count != 7 || o.code != 0 {
		t.Errorf("%d frames, exit %d", count, o.code)
	}
	for _, secret := range []string{h.token, "prompt-canary", "argument-canary"} {
		if strings.Contains(o.stderr, secret) {
			t.Errorf("%q is on stderr", secret)
		}
	}
}

// hanging is a server whose prompt waits for its model.
func (h *home) hanging(m *model) (c *exec.Cmd, stdin io.WriteCloser, stdout *bufio.Reader) {
	h.t.Helper()
	c = h.server()
	stdin, err := c.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	if _, err := io.WriteString(stdin, initialize+call("2", "prompt_send", `{"prompt":"hold"}`)); err != nil {
		h.t.Fatal(err)
	}
	m.awaitRequest(h.t)
	return c, stdin, bufio.NewReader(out)
}

// ends waits for the end of a process that must not take long.
func ends(t *testing.T, c *exec.Cmd) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("the server ended with %v", err)
		}
	case <-time.After(bound):
		t.Fatal("the server does not end")
	}
}

func TestEveryEndOfAConnectionCleansUp(t *testing.T) {
	send := func(signals ...syscall.Signal) func(*testing.T, *exec.Cmd, io.Closer) {
		return func(t *testing.T, c *exec.Cmd, _ io.Closer) {
			for _, s := range signals {
				if err := c.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	cases := map[string]func(*testing.T, *exec.Cmd, io.Closer){
		"end of input": func(_ *testing.T, _ *exec.Cmd, stdin io.Closer) { stdin.Close() },
		"SIGTERM":      send(syscall.SIGTERM),
		"SIGINT":       send(syscall.SIGINT),
		"SIGHUP":       send(syscall.SIGHUP),
		"two signals":  send(syscall.SIGINT, syscall.SIGTERM),
	}
	for name, end := range cases {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			h.set("mcp_server.shutdown_grace", "0s")
			m := h.useModel(hang("partial"))
			c, stdin, stdout := h.hanging(m)
			end(t, c, stdin)
			m.awaitRelease(t, bound)
			rest, err := io.ReadAll(stdout)
			if err != nil || !bytes.Contains(rest, []byte(`"code":0,"message":"Request cancelled"`)) {
				t.Errorf("the prompt was not answered: %s, %v", rest, err)
			}
			ends(t, c)
			cancelled := h.audit("mcp.request.cancelled")
			if len(cancelled) != 1 || cancelled[0].Payload["reason"] != "connection_closed" {
				t.Errorf("recorded: %v", cancelled)
			}
			if stopped := h.audit("mcp.server.stopped"); len(stopped) != 1 {
				t.Errorf("%d stops are recorded", len(stopped))
			}
			h.ok("audit", "verify")
			if out := h.ok("sessions", "list", "--json"); strings.Contains(out, `"interrupted": true`) {
				t.Errorf("the turn was left running: %s", out)
			}
		})
	}
}

func TestAClosedOutputEndsTheServer(t *testing.T) {
	h := ready(t)
	m := h.useModel(hang("partial"))
	c := h.server()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stdout = writer
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	t.Cleanup(func() { c.Process.Kill() })
	if _, err := io.WriteString(stdin, initialize+call("2", "prompt_send", `{"prompt":"hold"}`)); err != nil {
		t.Fatal(err)
	}
	m.awaitRequest(t)
	reader.Close()
	if _, err := io.WriteString(stdin, call("3", "tools_list", "{}")); err != nil {
		t.Fatal(err)
	}
	m.awaitRelease(t, bound)
	ends(t, c)
}

func TestAKilledServerLeavesASessionThatWorks(t *testing.T) {
	h := ready(t)
	m := h.useModel(hang("partial"), say("recovered"))
	c, _, _ := h.hanging(m)
	backup := filepath.Join(h.dir, "backup.jsonl")
	h.ok("sessions", "export", backup)
	over := finish(t, h.command("sessions", "import", "--replace", backup))
	if over.stdout != "0 added, 0 replaced, 1 skipped\n" || !strings.Contains(over.stderr, "1 session not replaced, because a turn runs there") {
		t.Errorf("import over a running turn: %+v", over)
	}
	c.Process.Kill()
	c.Wait()
	next := h.connect()
	sessions := decode[[]map[string]any](t, next.call("sessions_list", nil))
	if len(sessions) != 1 {
		t.Fatalf("sessions after the kill: %v", sessions)
	}
	session, _ := sessions[0]["id"].(string)
	if answer := next.prompt("again", session); answer.Text != "recovered" {
		t.Errorf("got %+v", answer)
	}
	branch := decode[[]message](t, next.call("session_get", map[string]any{"session_id": session}))
	if len(branch) != 4 || !strings.HasPrefix(branch[1].Content, "[interrupted]") {
		t.Errorf("history %+v", branch)
	}
	next.close()
	h.ok("audit", "verify")
}

func TestASessionOfAKilledServerCanBeReplaced(t *testing.T) {
	h := ready(t)
	c, _, _ := h.hanging(h.useModel(hang("partial")))
	backup := filepath.Join(h.dir, "backup.jsonl")
	h.ok("sessions", "export", backup)
	c.Process.Kill()
	c.Wait()
	if out := h.ok("sessions", "import", "--replace", backup); out != "0 added, 1 replaced, 0 skipped\n" {
		t.Errorf("import after the kill: %s", out)
	}
}

// TestStartedByAPoorClient is how desktop clients start servers: at the root
// directory, with hardly any variable.
func TestStartedByAPoorClient(t *testing.T) {
	h := ready(t, "memory_status", "write")
	c := h.server()
	c.Env = []string{"HOME=" + h.dir, h.withToken()}
	c.Dir = "/"
	c.Stdin = strings.NewReader(initialize + call("2", "tool_call", `{"name":"memory_status"}`) + call("3", "prompt_send", `{"prompt":"x"}`))
	if o := finish(t, c); o.code != 0 || strings.Count(o.stdout, `"result"`) != 3 {
		t.Errorf("%+v", o)
	}
	if _, err := os.Lstat("/.openprogram"); !os.IsNotExist(err) {
		t.Errorf("state in the root directory: %v", err)
	}
	// A working directory that has gone is no obstacle either.
	gone := filepath.Join(h.dir, "gone")
	if err := os.Mkdir(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	c = exec.Command("sh", "-c", `cd "$1" && rmdir "$1" && exec "$2" mcp serve`, "sh", gone, binary)
	c.Env = h.environment(h.withToken())
	c.Stdin = strings.NewReader(initialize)
	if o := finish(t, c); o.code != 0 || !strings.Contains(o.stdout, `"result"`) {
		t.Errorf("from a directory that has gone: %+v", o)
	}
}

// TestChildrenNeverSeeSecrets lets the owner's own model print its environment.
func TestChildrenNeverSeeSecrets(t *testing.T) {
	h := ready(t)
	h.set("tools.permission_rules.allow", []string{"bash(env)"})
	work := filepath.Join(h.dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	h.set("agent.workdir", work)
	m := h.useModel(use("bash", `{"command":"env"}`), say("done"))
	c := h.command("prompt", "print it")
	c.Env = append(c.Env, h.withToken())
	if o := finish(t, c); o.code != 0 {
		t.Fatalf("%+v", o)
	}
	told := m.lastRequest(t)
	if !strings.Contains(told, "PATH=") {
		t.Fatalf("the command has not run: %s", told)
	}
	for _, secret := range []string{h.token, mcpauth.EnvVariable, "key-canary"} {
		if strings.Contains(told, secret) {
			t.Errorf("a child sees %s", secret)
		}
	}
}

func TestTwelveCreatorsOneToken(t *testing.T) {
	h := newHome(t)
	type result struct {
		outcome
		token string
	}
	results := make(chan result, 12)
	for range 12 {
		go func() {
			c := h.command("mcp", "token", "create")
			var out bytes.Buffer
			c.Stdout = &out
			_ = c.Run()
			results <- result{outcome{code: c.ProcessState.ExitCode()}, strings.TrimSpace(out.String())}
		}()
	}
	var winners []string
	for range 12 {
		if r := <-results; r.code == 0 {
			winners = append(winners, r.token)
		} else if r.token != "" {
			t.Errorf("a loser prints %q", r.token)
		}
	}
	stored, err := os.ReadFile(h.state("mcp_server_token"))
	if err != nil || len(winners) != 1 || winners[0] != string(stored) {
		t.Errorf("%d winners, %v", len(winners), err)
	}
}
