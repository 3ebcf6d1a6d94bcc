package acceptance_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestAuditTailFollows(t *testing.T) {
	h := newHome(t)
	h.set("mcp_server.exposed_tools", []string{"read"})
	s := h.sit("audit", "tail", "--follow")
	s.await("what=mcp_server.exposed_tools")
	h.set("tools.permission_rules.deny", []string{"bash"})
	s.await("what=tools.permission_rules.deny")
	h.set("tools.permission_rules.ask", []string{"write"})
	if seen := s.await("what=tools.permission_rules.ask"); strings.Contains(seen, "deny") {
		t.Errorf("a record is shown twice: %s", seen)
	}
	s.press(ctrlC)
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

func TestDeletingAtATerminalIsAskedAbout(t *testing.T) {
	h := newHome(t)
	h.useModel(say("answer"))
	h.ok("prompt", "the first line")
	var sessions []struct{ ID string }
	if err := json.Unmarshal([]byte(h.ok("sessions", "list", "--json")), &sessions); err != nil || len(sessions) != 1 {
		t.Fatalf("error %v, %+v", err, sessions)
	}
	for _, step := range []struct {
		keys string
		code int
		left string
	}{{"n\r", 1, "the first line"}, {ctrlC, 1, "the first line"}, {"y\r", 0, "[]"}} {
		s := h.sit("sessions", "delete", sessions[0].ID)
		s.await("the first line, 2 messages")
		s.await("[n]o: ")
		s.press(step.keys)
		if code := s.left(); code != step.code {
			t.Errorf("after %q: exit %d", step.keys, code)
		}
		if list := h.ok("sessions", "list", "--json"); !strings.Contains(list, step.left) {
			t.Errorf("after %q: %s", step.keys, list)
		}
	}
}

// Somebody who waits is shown that something goes on.
func TestALongImportShowsProgress(t *testing.T) {
	h := newHome(t)
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s := h.sitWith(in, "sessions", "import", "-")
	in.Close()
	line := `{"id":"a","title":"t","agent_id":"main","source":"terminal","created_at":1,"updated_at":1,"messages":[]}` + "\n"
	if _, err := out.WriteString(line); err != nil {
		t.Fatal(err)
	}
	s.await("reading sessions")
	out.Close()
	s.await("1 added, 0 replaced, 0 skipped")
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
}
