package acceptance_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// embedder is a server with broken parts, started and initialized.
func (h *home) embedder() *raw {
	h.t.Helper()
	r := newRaw(h.t, h.again(roleEmbedder, "OPENPROGRAM_STATE_DIR="+h.state()))
	r.write(initialize)
	r.await("1")
	return r
}

func (r *raw) signal(s syscall.Signal) {
	r.t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}

// ends waits for the end, which must not take longer than limit, and gives the
// exit code. What went over stdout and stderr by then is held to the rules.
func (r *raw) ends(limit time.Duration) int {
	r.t.Helper()
	select {
	case <-r.ended:
	case <-time.After(limit):
		r.t.Fatal("the server does not end")
	}
	_ = r.cmd.Wait()
	r.keptToProtocol()
	for _, wrong := range []string{crashCanary, "goroutine", ".go:", "panic:"} {
		if strings.Contains(r.stderr.String(), wrong) {
			r.t.Errorf("%q is on stderr: %s", wrong, r.stderr.String())
		}
	}
	return r.cmd.ProcessState.ExitCode()
}

// tool calls one of the broken tools.
func (r *raw) tool(id, which string) {
	r.t.Helper()
	r.write(call(id, "tool_call", `{"name":"`+brokenTools[which].name+`"}`))
}

func (r *raw) wantFailed(id, text string) {
	r.t.Helper()
	if f := r.await(id); !bytes.Contains(f.Result, []byte(text)) {
		r.t.Errorf("request %s: %s, %+v", id, f.Result, f.Error)
	}
}

func (r *raw) wantCancelled(id string) {
	r.t.Helper()
	if f := r.await(id); f.Error == nil || f.Error.Code != 0 || f.Error.Message != "Request cancelled" {
		r.t.Errorf("request %s: %s, %+v", id, f.Result, f.Error)
	}
}

// cancelledWithTheConnection holds the audit log to the end of a connection with
// so many calls under way.
func (h *home) cancelledWithTheConnection(calls int) {
	h.t.Helper()
	cancelled := h.audit("mcp.request.cancelled")
	for _, r := range cancelled {
		if r.Payload["reason"] != "connection_closed" {
			h.t.Errorf("recorded: %v", r)
		}
	}
	if stopped := h.audit("mcp.server.stopped"); len(cancelled) != calls || len(stopped) != 1 {
		h.t.Errorf("recorded: %d cancels, %d ends", len(cancelled), len(stopped))
	}
	h.ok("audit", "verify")
	if out := h.ok("sessions", "list", "--json"); strings.Contains(out, `"interrupted": true`) {
		h.t.Errorf("a turn was left running: %s", out)
	}
}

// TestAPanicCostsOneCall has a tool and a provider panic where it can be caught.
func TestAPanicCostsOneCall(t *testing.T) {
	h := ready(t)
	r := h.embedder()
	r.write(call("2", "prompt_send", `{"prompt":"hang"}`))
	r.tool("3", "panics")
	r.wantFailed("3", "Runtime tool execution failed")
	r.write(call("4", "prompt_send", `{"prompt":"panic"}`))
	r.wantFailed("4", `\"failed\":true`)
	r.write(call("5", "prompt_send", `{"prompt":"well?"}`))
	r.wantFailed("5", `\"text\":\"well\"`)
	r.stdin.Close()
	r.wantCancelled("2")
	if code := r.ends(bound); code != 0 {
		t.Errorf("exit %d", code)
	}
	if finished := h.audit("mcp.tool.finished"); len(finished) != 1 || finished[0].Payload["reason"] != "panicked" {
		t.Errorf("recorded: %v", finished)
	}
	h.cancelledWithTheConnection(1)
}

// TestAPanicThatNobodyCatches ends the process, tells nothing of what was in it,
// and leaves sessions that work.
func TestAPanicThatNobodyCatches(t *testing.T) {
	for name, crash := range map[string]func(*raw){
		"of a tool":     func(r *raw) { r.tool("3", "panics elsewhere") },
		"of a provider": func(r *raw) { r.write(call("3", "prompt_send", `{"prompt":"panic elsewhere"}`)) },
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			r := h.embedder()
			session := decodeFrame[turn](t, r.call(2, "prompt_send", `{"prompt":"well?"}`)).SessionID
			r.write(call("9", "prompt_send", `{"prompt":"hang","session_id":"`+session+`"}`))
			r.call(10, "sessions_list", `{}`)
			crash(r)
			if code := r.ends(bound); code != 2 {
				t.Errorf("exit %d", code)
			}
			h.ok("audit", "verify")
			next := h.connect()
			if answer := next.prompt("again", session); answer.Failed {
				t.Errorf("the next prompt: %+v", answer)
			}
			next.close()
		})
	}
}

// TestTheDeafCannotHoldUpTheEnd has a tool and a provider that ignore that their
// call is over.
func TestTheDeafCannotHoldUpTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		end   func(*raw)
		limit time.Duration
		codes string
	}{
		"end of input": {func(r *raw) { r.stdin.Close() }, 6 * time.Second, "0"},
		"a signal":     {func(r *raw) { r.signal(syscall.SIGTERM) }, 4 * time.Second, "0 1"},
		"two signals":  {func(r *raw) { r.signal(syscall.SIGINT); r.signal(syscall.SIGTERM) }, 4 * time.Second, "0 1"},
		"three signals": {func(r *raw) {
			r.signal(syscall.SIGINT)
			r.wantCancelled("2") // the first was seen; signals of one kind would be taken for one
			r.signal(syscall.SIGTERM)
			r.signal(syscall.SIGHUP)
		}, time.Second, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			r := h.embedder()
			r.tool("2", "deaf")
			r.write(call("3", "prompt_send", `{"prompt":"be deaf"}`))
			r.call(4, "sessions_list", `{}`)
			c.end(r)
			if code := fmt.Sprint(r.ends(c.limit + patience/10)); !strings.Contains(c.codes, code) {
				t.Errorf("exit %s, want %s", code, c.codes)
			}
			if name != "three signals" { // which end at once whatever is to be done
				h.cancelledWithTheConnection(2)
			}
		})
	}
}

// TestAKilledClientTakesItsServerAlong kills a client that had no time for
// anything.
func TestAKilledClientTakesItsServerAlong(t *testing.T) {
	h := ready(t)
	h.set("mcp_server.shutdown_grace", "1s")
	m := h.useModel(hang("partial"))
	// The server falls to this process, which can wait for it then.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	client := h.again(roleClient, "SERVER="+binary)
	out, err := client.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Process.Kill(); client.Wait() })
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
	}
	m.awaitRequest(t)
	client.Process.Kill()
	client.Wait()
	m.awaitRelease(t, bound)
	ended := make(chan unix.WaitStatus, 1)
	go func() {
		var status unix.WaitStatus
		if _, err := unix.Wait4(pid, &status, 0, nil); err == nil {
			ended <- status
		}
	}()
	select {
	case status := <-ended:
		if !status.Exited() || status.ExitStatus() != 0 {
			t.Errorf("the server ended with %v", status)
		}
	case <-time.After(bound):
		t.Fatal("the server outlives its client")
	}
	h.cancelledWithTheConnection(1)
}

// TestABrokenOutputEndsTheServer gives it outputs that take nothing.
func TestABrokenOutputEndsTheServer(t *testing.T) {
	for name, open := range map[string]func() (*os.File, error){
		"full disk": func() (*os.File, error) { return os.OpenFile("/dev/full", os.O_WRONLY, 0) },
		"closed pipe": func() (*os.File, error) {
			reader, writer, err := os.Pipe()
			if err == nil {
				reader.Close()
			}
			return writer, err
		},
		"read only": func() (*os.File, error) { return os.Open(os.DevNull) },
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			out, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			c := h.server()
			c.Stdout = out
			stdin, err := c.StdinPipe() // stays open
			if err != nil {
				t.Fatal(err)
			}
			var stderr bytes.Buffer
			c.Stderr = &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Process.Kill() })
			_, _ = io.WriteString(stdin, initialize)
			ends(t, c)
			if bytes.Contains(stderr.Bytes(), []byte("goroutine")) {
				t.Errorf("stderr: %s", stderr.String())
			}
			h.cancelledWithTheConnection(0)
		})
	}
}

// TestStartedWithoutStreams closes what every process is given.
func TestStartedWithoutStreams(t *testing.T) {
	for name, c := range map[string]struct{ redirect, input string }{
		"no stdin":  {"<&-", ""},
		"no stdout": {">&-", initialize},
		"no stderr": {"2>&-", initialize},
		"none":      {"<&- >&- 2>&-", ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			shell := exec.Command("sh", "-c", `exec "$1" mcp serve `+c.redirect, "sh", binary)
			shell.Env = h.environment(h.withToken())
			shell.Stdin = strings.NewReader(c.input)
			if o := finish(t, shell); o.code != 0 || c.redirect == "2>&-" && !strings.Contains(o.stdout, `"result"`) {
				t.Errorf("%+v", o)
			}
			h.ok("audit", "verify")
		})
	}
}

// stalled writes lines until nobody reads them any more.
func stalled(t *testing.T, stdin io.Writer, line string) {
	t.Helper()
	pipe, ok := stdin.(interface{ SetWriteDeadline(time.Time) error })
	if !ok {
		t.Fatal("the pipe knows no deadlines")
	}
	lines := strings.Repeat(line, 1000)
	for {
		if err := pipe.SetWriteDeadline(time.Now().Add(3 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(stdin, lines); err != nil {
			if !os.IsTimeout(err) {
				t.Fatal(err)
			}
			return
		}
	}
}

// TestAnOutputThatNobodyReads costs little memory and cannot stop the end.
func TestAnOutputThatNobodyReads(t *testing.T) {
	for name, end := range map[string]func(*exec.Cmd, io.Closer){
		"end of input": func(_ *exec.Cmd, stdin io.Closer) { stdin.Close() },
		"a signal":     func(c *exec.Cmd, _ io.Closer) { c.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			c := h.server()
			stdin, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			reader, writer, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer reader.Close() // never read
			c.Stdout = writer
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			writer.Close()
			t.Cleanup(func() { c.Process.Kill() })
			if _, err := io.WriteString(stdin, initialize); err != nil {
				t.Fatal(err)
			}
			stalled(t, stdin, `{"jsonrpc":"2.0","id":"`+strings.Repeat("x", 500)+`","method":"ping"}`+"\n")
			m := &memory{raw: &raw{t: t, cmd: c}}
			if took := m.status("VmHWM"); took > 32*mib+frameMemory {
				t.Errorf("%d MiB for output that nobody reads", took/mib)
			}
			end(c, stdin)
			ends(t, c)
			h.ok("audit", "verify")
		})
	}
}

// TestDiagnosticsThatNobodyReads fills stderr.
func TestDiagnosticsThatNobodyReads(t *testing.T) {
	h := ready(t)
	h.set("provider.kind", "openai") // without a model: every prompt fails and is noted
	c := h.server("--log-level", "debug")
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close() // never read
	if _, err := unix.FcntlInt(writer.Fd(), unix.F_SETPIPE_SZ, 4096); err != nil {
		t.Fatal(err)
	}
	c.Stderr = writer
	r := newRaw(t, c)
	writer.Close()
	r.write(initialize)
	for id := range 400 {
		r.write(call(fmt.Sprint(id+2), "prompt_send", `{"prompt":"x"}`))
		r.wantFailed(fmt.Sprint(id+2), `\"failed\":true`)
	}
	r.close()
}

// TestAnAbortTellsNothing sends what makes the Go runtime print all it knows.
func TestAnAbortTellsNothing(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV} {
		t.Run(s.String(), func(t *testing.T) {
			h := ready(t)
			c := h.server("--log-level", "debug")
			c.Env = append(c.Env, "GOTRACEBACK=crash")
			r := newRaw(t, c)
			r.write(initialize)
			r.await("1")
			r.call(2, "prompt_send", `{"prompt":"`+crashCanary+`"}`)
			r.signal(s)
			r.ends(bound)
			if stderr := r.stderr.String(); strings.Contains(stderr, h.token) || strings.Contains(stderr, "SIG") {
				t.Errorf("stderr: %s", stderr)
			}
			if cores, err := filepath.Glob(filepath.Join(h.dir, "core*")); err != nil || len(cores) > 0 {
				t.Errorf("core files %q, %v", cores, err)
			}
		})
	}
}

// TestNoCommandOutlivesItsPrompt stops the owner's own prompt while a command of
// its model runs.
func TestNoCommandOutlivesItsPrompt(t *testing.T) {
	for name, signals := range map[string][]syscall.Signal{
		"SIGINT":      {syscall.SIGINT},
		"SIGTERM":     {syscall.SIGTERM},
		"SIGHUP":      {syscall.SIGHUP},
		"two signals": {syscall.SIGINT, syscall.SIGTERM},
		"SIGKILL":     {syscall.SIGKILL}, // after which only the shell can be reached
	} {
		t.Run(name, func(t *testing.T) {
			h := ready(t)
			work := filepath.Join(h.dir, "work")
			if err := os.Mkdir(work, 0o700); err != nil {
				t.Fatal(err)
			}
			fifo := filepath.Join(work, "pids")
			if err := unix.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			h.set("agent.workdir", work)
			h.set("tools.permission_rules.allow", []string{"bash"})
			h.useModel(use("bash", `{"command":"sleep 600 & echo $$ $! > pids; wait"}`))
			c := h.command("prompt", "sleep")
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Process.Kill(); c.Wait() })
			told, err := os.ReadFile(fifo) // waits for the command
			if err != nil {
				t.Fatal(err)
			}
			var shell, child int
			if _, err := fmt.Sscan(string(told), &shell, &child); err != nil {
				t.Fatal(err)
			}
			for _, s := range signals {
				if err := c.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
			}
			c.Wait()
			if !gone(shell) {
				t.Error("the shell outlives the prompt")
			}
			if name == "SIGKILL" {
				_ = unix.Kill(child, unix.SIGKILL)
			} else if !gone(child) {
				t.Error("what the shell has started outlives the prompt")
			}
		})
	}
}

// gone waits for the end of a process that is nobody's child here. An ended one
// that nobody has waited for counts as gone.
func gone(pid int) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return true
	}
	defer unix.Close(fd)
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(bound.Milliseconds()))
	return err == nil && n == 1
}
