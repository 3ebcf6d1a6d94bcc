package acceptance_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hold keeps the lock of a file, as another process would that is slow.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { file.Close() }
}

// Whoever waits for longer than a second is shown that something goes on, and
// nothing of that is left when it has ended.
func TestWaitingIsShown(t *testing.T) {
	h := newHome(t)
	h.useModel(say("answer"))
	h.ok("prompt", "the first line")
	id := h.sessionID()
	database := h.state("sessions.db.lock")
	log := h.state("audit", "head")
	cases := map[string]struct {
		locked    string
		arguments []string
		seen      string
	}{
		"rename":  {database, []string{"sessions", "rename", id, "other"}, "renaming the session ("},
		"archive": {database, []string{"sessions", "archive", id}, "moving the session ("},
		"delete":  {database, []string{"sessions", "delete", "--yes", id}, "deleting ("},
		"verify":  {log, []string{"audit", "verify"}, "checking the audit log ("},
		"list":    {log, []string{"audit", "list"}, "reading the audit log ("},
		"tail":    {log, []string{"audit", "tail"}, "reading the audit log ("},
	}
	for _, name := range []string{"rename", "archive", "verify", "list", "tail", "delete"} {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			release := hold(t, c.locked)
			defer release()
			s := h.sit(c.arguments...)
			s.await(c.seen)
			release()
			if code := s.left(); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// sessionID is the id of the only session.
func (h *home) sessionID() string {
	h.t.Helper()
	id, _, found := strings.Cut(strings.TrimPrefix(h.ok("sessions", "export", "-"), `{"id":"`), `"`)
	if !found {
		h.t.Fatal("there is no session")
	}
	return id
}

// A slow provider, a slow server and a slow reader are waited for in sight.
func TestWaitingForOthersIsShown(t *testing.T) {
	h := newHome(t)
	h.useModel(hang(""))
	for name, c := range map[string]struct {
		arguments []string
		seen      string
	}{
		"prompt":        {[]string{"prompt", "hold on"}, "thinking ("},
		"prompt --json": {[]string{"prompt", "--json", "hold on"}, "thinking ("},
		"mcp test":      {[]string{"mcp", "test", "slow", "--", "sleep", "1000"}, "starting the server ("},
	} {
		t.Run(name, func(t *testing.T) {
			s := h.sit(c.arguments...)
			s.await(c.seen)
			s.press(ctrlC)
			if code := s.left(); code == 0 {
				t.Error("exit 0")
			}
		})
	}
	t.Run("export", func(t *testing.T) {
		h.ok("sessions", "import", h.manySessions(2000))
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		s := h.sitChanged(func(c *exec.Cmd) { c.Stdout = writer }, "sessions", "export", "-")
		writer.Close()
		s.await("writing sessions (")
		data, err := io.ReadAll(reader)
		if err != nil || strings.Count(string(data), "\n") < 2000 || strings.Contains(string(data), "writing") {
			t.Errorf("%d bytes, error %v", len(data), err)
		}
		if code := s.left(); code != 0 {
			t.Errorf("exit %d", code)
		}
	})
}

// manySessions is a file with so many sessions.
func (h *home) manySessions(count int) string {
	h.t.Helper()
	var text strings.Builder
	for i := range count {
		id := "many_" + strings.Repeat("x", i%7) + time.Unix(int64(i), 0).UTC().Format("150405")
		text.WriteString(`{"id":"` + id + `","title":"t","agent_id":"main","source":"terminal","created_at":1,"updated_at":1,"messages":[]}` + "\n")
	}
	path := filepath.Join(h.dir, "many.jsonl")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// Nothing moves on the screen while a question stands there.
func TestAQuestionStandsStill(t *testing.T) {
	h := newHome(t)
	h.useModel(use("bash", `{"command":"exit 7"}`), say("done"))
	for _, arguments := range [][]string{{"prompt", "do it"}, {"prompt", "--json", "do it"}} {
		s := h.sit(arguments...)
		s.await("[n]o: ")
		time.Sleep(1500 * time.Millisecond) // longer than what a wait may take unseen
		s.press("n\r")
		if seen := s.await("n\r\n"); strings.Contains(seen, "bash") {
			t.Errorf("%v: the question is written over: %q", arguments, seen)
		}
		s.left()
		h.useModel(use("bash", `{"command":"exit 7"}`), say("done"))
	}
}
