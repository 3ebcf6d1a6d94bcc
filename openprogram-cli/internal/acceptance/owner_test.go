//go:build unix

package acceptance_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asking is an owner's prompt whose model has begun to answer.
func (h *home) asking(m *model) (c *exec.Cmd, stdout io.Reader, stderr *bytes.Buffer) {
	h.t.Helper()
	c = h.command("prompt", "hold on")
	out, err := c.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	stderr = &bytes.Buffer{}
	c.Stderr = stderr
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Process.Kill() })
	m.awaitRequest(h.t)
	return c, out, stderr
}

func TestTheOwnersPromptStreamsAndCanBeStopped(t *testing.T) {
	h := newHome(t)
	m := h.useModel(hang("the first words"))
	c, stdout, stderr := h.asking(m)
	words := make([]byte, len("the first words"))
	if _, err := io.ReadFull(stdout, words); err != nil || string(words) != "the first words" {
		t.Fatalf("before the answer has ended: %q, %v", words, err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	m.awaitRelease(t, bound)
	rest, err := io.ReadAll(stdout)
	if err != nil || string(rest) != "\n" {
		t.Errorf("after the stop: %q, %v", rest, err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "Error: the prompt was cancelled\n") {
		t.Errorf("exit %d, stderr %q", code, stderr)
	}
	export := h.ok("sessions", "export", "-")
	if !strings.Contains(export, "[cancelled]") || strings.Contains(export, "the first words") {
		t.Errorf("kept: %s", export)
	}
}

func TestTheOwnersPromptIsCancelledByTERMToo(t *testing.T) {
	h := newHome(t)
	m := h.useModel(hang("x"))
	c, _, _ := h.asking(m)
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	m.awaitRelease(t, bound)
	if err := c.Wait(); err == nil {
		t.Error("a cancelled prompt is a success")
	}
}

// TestToolsNeverReadALinkedConfiguration keeps the settings where file tools may
// work otherwise, as people do who keep all their settings in one place.
func TestToolsNeverReadALinkedConfiguration(t *testing.T) {
	h := newHome(t)
	work := filepath.Join(h.dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "plain"), []byte("plain-text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := h.useModel(use("read", `{"file_path":"settings.json"}`), say("one"), use("read", `{"file_path":"plain"}`), say("two"))
	h.set("agent.workdir", work)
	settings := filepath.Join(work, "settings.json")
	if err := os.Rename(h.state("config.json"), settings); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(settings, h.state("config.json")); err != nil {
		t.Fatal(err)
	}
	h.ok("prompt", "read the settings")
	if told := m.lastRequest(t); strings.Contains(told, "api_key_env") {
		t.Errorf("the model was told %s", told)
	}
	// The same call on a file beside it works.
	h.ok("prompt", "read the other")
	if told := m.lastRequest(t); !strings.Contains(told, "plain-text") {
		t.Errorf("the model was told %s", told)
	}
}

func TestNobodyToAskIsANo(t *testing.T) {
	h := newHome(t)
	m := h.useModel(use("bash", `{"command":"echo argument-canary"}`), say("refused"))
	if out := h.ok("prompt", "run it"); out != "refused\n" {
		t.Errorf("got %q", out)
	}
	if told := m.lastRequest(t); !strings.Contains(told, "[denied]") {
		t.Errorf("the model was told %s", told)
	}
}

// --yes says yes to what would be asked, and to nothing else.
func TestYesIsNoWayAroundAHardConstraint(t *testing.T) {
	h := newHome(t)
	m := h.useModel(
		use("bash", `{"command":"echo ran"}`), use("read", `{"file_path":"`+h.state("config.json")+`"}`),
		use("bash", `{"command":"echo forbidden"}`), say("so be it"),
	)
	h.set("agent.workdir", h.dir)
	h.set("tools.permission_rules.deny", []string{"bash(echo forbidden)"})
	if out := h.ok("prompt", "--yes", "try it"); out != "so be it\n" {
		t.Errorf("got %q", out)
	}
	told := m.lastRequest(t)
	for _, want := range []string{`stdout:\nran`, "[denied] hard constraint", "[denied] blocked by permission rule"} {
		if !strings.Contains(told, want) {
			t.Errorf("the model was not told %q: %s", want, told)
		}
	}
}

// A session that is deleted under a running prompt stays deleted, and whoever
// asked is told.
func TestASessionDeletedUnderAPrompt(t *testing.T) {
	h := newHome(t)
	asked, release := make(chan struct{}, 1), make(chan struct{})
	h.serve(wireFormats["openai"], http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		<-release
		io.WriteString(w, say("too late").Body)
	}))
	var stderr bytes.Buffer
	c := h.command("prompt", "--json", "delete me")
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	within(t, patience, asked, "the model was not asked")
	var sessions []struct{ ID string }
	if err := json.Unmarshal([]byte(h.ok("sessions", "list", "--json")), &sessions); err != nil || len(sessions) != 1 {
		t.Fatalf("error %v, %+v", err, sessions)
	}
	h.ok("sessions", "delete", sessions[0].ID)
	close(release)
	_ = c.Wait()
	if c.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "Error: the session was deleted or replaced while the prompt ran") {
		t.Errorf("exit %d, %s", c.ProcessState.ExitCode(), stderr.String())
	}
	if out := h.ok("sessions", "verify", "--json"); !strings.Contains(out, `"sessions": 0`) {
		t.Errorf("what is left: %s", out)
	}
}
