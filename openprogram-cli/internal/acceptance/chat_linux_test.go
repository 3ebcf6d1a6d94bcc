package acceptance_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

const (
	ctrlC = "\x03"
	ctrlD = "\x04"
)

// An approval at the terminal: once, always with the rule it stores, and no.
func TestTheOwnerApprovesAtTheTerminal(t *testing.T) {
	h := newHome(t)
	trace := filepath.Join(h.dir, "work", "trace")
	touch := use("bash", `{"command":"touch `+trace+`"}`)
	m := h.useModel(touch, say("not then"), touch, say("once"), touch, say("always"), touch, say("again"))
	h.set("agent.workdir", filepath.Dir(trace))
	if err := os.Mkdir(filepath.Dir(trace), 0o700); err != nil {
		t.Fatal(err)
	}
	made := func() bool {
		defer os.Remove(trace)
		_, err := os.Lstat(trace)
		return err == nil
	}
	s := h.sit("chat")
	s.await("> ")
	for _, step := range []struct {
		answer, text string
		runs         bool
	}{{"n", "not then", false}, {"o", "once", true}, {"a", "always", true}} {
		s.press("do it\r")
		s.await("bash wants to run:")
		s.await("always stores the rule bash(touch " + trace + ")")
		s.await("[n]o: ")
		if made() {
			t.Fatalf("it ran before the answer %q", step.answer)
		}
		s.press(step.answer + "\r")
		s.await(step.text)
		s.await("> ")
		if got := made(); got != step.runs {
			t.Errorf("after the answer %q it ran: %v", step.answer, got)
		}
	}
	s.press("do it\r")
	if seen := s.await("again"); strings.Contains(seen, "wants to run") || !made() {
		t.Errorf("after always: %s", seen)
	}
	s.press(ctrlD)
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
	if rules := h.ok("config", "get", "tools.permission_rules.allow"); !strings.Contains(rules, "bash(touch "+trace+")") {
		t.Errorf("stored: %s", rules)
	}
	changes := h.audit("owner.changed")
	if last := changes[len(changes)-1].Payload; last["what"] != "tools.permission_rules.allow" || last["entries"] != 1.0 {
		t.Errorf("recorded: %v", last)
	}
	if n := len(m.Requests()); n != 8 {
		t.Errorf("%d requests", n)
	}
}

// What was typed before a question does not answer it.
func TestTypingAheadApprovesNothing(t *testing.T) {
	h := newHome(t)
	h.useModel(use("bash", `{"command":"exit 7"}`), say("no"))
	s := h.sit("chat")
	s.await("> ")
	s.press("do it\ry\ry\r")
	s.await("[n]o: ")
	s.press("n\r")
	s.await("[denied]")
	s.press(ctrlD)
	s.left()
}

// editing says that the terminal gives each key as it is pressed, shows none by
// itself, and ends lines for the program.
func editing(now unix.Termios) bool {
	return now.Lflag&(unix.ICANON|unix.ECHO) == 0 && now.Oflag&unix.OPOST != 0
}

func TestCtrlCStopsTheAnswerAndNotTheProgram(t *testing.T) {
	h := newHome(t)
	m := h.useModel(hang("the first words"), use("bash", `{"command":"true"}`), say("**still** here"))
	s := h.sit("chat")
	s.await("> ")
	s.awaitModes(editing)
	s.press(ctrlC) // at the prompt it does nothing
	s.await("Ctrl-D or /quit leaves")
	s.press("hold on\r")
	s.await("the first words")
	s.press(ctrlC)
	s.await("[cancelled]")
	m.awaitRelease(t, release)
	s.await("> ")
	s.press("do it\r")
	s.await("[n]o: ")
	s.press(ctrlC) // at a question too
	s.await("[cancelled]")
	s.await("> ")
	s.press("and now\r")
	s.await("still here")
	s.await("> ")
	s.awaitModes(editing)
	s.press(ctrlD)
	s.await("To go on: openprogram chat --session cli_")
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
	export := h.ok("sessions", "export", "-")
	if strings.Count(export, "[cancelled]") != 2 || strings.Contains(export, "the first words") || !strings.Contains(export, "**still** here") {
		t.Errorf("kept: %s", export)
	}
}

func TestWhatIsPastedIsOnePrompt(t *testing.T) {
	h := newHome(t)
	m := h.useModel(say("one"))
	s := h.sit("chat")
	s.await("> ")
	s.press("\x1b[200~first\n\tsecond\x1b[201~")
	s.await("second")
	s.press("\r")
	s.await("one")
	s.press(ctrlD)
	s.left()
	if told := m.lastRequest(t); len(m.Requests()) != 1 || !strings.Contains(told, `first\n\tsecond`) {
		t.Errorf("the model was told %s", told)
	}
}

// At a terminal the prompt command asks too, and leaves a rule alone that no
// rule can name.
func TestThePromptCommandAsks(t *testing.T) {
	h := newHome(t)
	h.useModel(use("bash", `{"command":"printf x; printf y"}`), say("done"))
	s := h.sit("prompt", "do it")
	s.await("command: printf x; printf y")
	if seen := s.await("[n]o: "); strings.Contains(seen, "always") {
		t.Errorf("an always that cannot be stored is offered: %s", seen)
	}
	s.press("yes\r")
	s.await("done")
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// Ctrl-C ends a command with everything that it has started.
func TestCtrlCEndsTheCommand(t *testing.T) {
	h := newHome(t)
	alive := filepath.Join(h.dir, "alive")
	if err := syscall.Mkfifo(alive, 0o600); err != nil {
		t.Fatal(err)
	}
	h.useModel(use("bash", `{"command":"(trap '' TERM INT; sleep 1000) > `+alive+` & sleep 1000"}`), say("never"))
	h.set("agent.workdir", h.dir)
	s := h.sit("chat", "--yes")
	s.await("> ")
	s.press("do it\r")
	held, err := os.Open(alive) // returns when the command has opened the other end
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	s.press(ctrlC)
	s.await("[cancelled]")
	if rest, err := io.ReadAll(held); err != nil || len(rest) != 0 { // returns when nobody holds the other end
		t.Errorf("read %q, %v", rest, err)
	}
	s.press(ctrlD)
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// A terminal that is closed, and a signal from elsewhere, end the conversation
// in order.
func TestTheEndOfAChatFromOutside(t *testing.T) {
	h := newHome(t)
	m := h.useModel(hang("the first words"))
	s := h.sit("chat")
	s.await("> ")
	s.press("hold on\r")
	s.await("the first words")
	if err := s.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	m.awaitRelease(t, release)
	s.await("Error: the conversation was ended from outside")
	if code := s.left(); code != 1 {
		t.Errorf("exit %d", code)
	}
	if s.modes() != s.initial {
		t.Error("the terminal is not set as before")
	}
	if export := h.ok("sessions", "export", "-"); !strings.Contains(export, "[cancelled]") {
		t.Errorf("kept: %s", export)
	}
	idle := h.sit("chat")
	idle.await("> ")
	if err := idle.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := idle.left(); code != 1 {
		t.Errorf("at the prompt: exit %d", code)
	}
}
