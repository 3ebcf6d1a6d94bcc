package acceptance_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

// asksToTouch is a model that wants to run a command for every prompt that asks
// for it, and says otherwise what it was told.
func (h *home) asksToTouch(times int) *model {
	var replies []streamtest.Reply
	for i := range times {
		replies = append(replies, use("bash", `{"command":"exit 7"}`), say(fmt.Sprint("heard ", i)))
	}
	return h.useModel(replies...)
}

// A question ends with its turn. What is typed then is for the new prompt,
// whatever stood in the line of the question.
func TestWhatIsTypedAfterAQuestionIsForThePrompt(t *testing.T) {
	cases := map[string]struct {
		setting string
		end     func(*testing.T, *screen)
		seen    string
		times   int
	}{
		"a signal": {"10m", interrupt, "[cancelled]", 50},
		"typed":    {"10m", func(_ *testing.T, s *screen) { s.press(ctrlC) }, "[cancelled]", 50},
		"its time": {"3s", func(*testing.T, *screen) {}, "Error: ", 3},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			m := h.asksToTouch(c.times)
			h.set("mcp_server.turn_timeout", c.setting)
			s := h.sit("chat")
			s.await("> ")
			for i := range c.times {
				s.press("do it\r")
				s.await("[n]o: ")
				s.press("y")
				s.await("y")
				c.end(t, s)
				s.await(c.seen)
				s.await("> ")
				text := fmt.Sprint("after ", i)
				s.press(text + "\r")
				s.await(fmt.Sprint("heard ", i))
				s.await("> ")
				if told := m.lastRequest(t); !strings.Contains(told, `"`+text+`"`) {
					t.Fatalf("the model was told %s", told)
				}
			}
			s.press(ctrlD)
			if code := s.left(); code != 0 {
				t.Errorf("exit %d", code)
			}
			if ran := h.audit("turn.tool.allowed"); len(ran) != 0 {
				t.Errorf("%d commands ran", len(ran))
			}
		})
	}
}

// Where the screen has no room to edit a line, a line is read all the same, and
// ends with its question.
func TestAQuestionOnANarrowScreen(t *testing.T) {
	h := newHome(t)
	m := h.asksToTouch(2)
	s := h.sit("chat")
	s.await("> ")
	s.resize(30)
	for i := range 2 {
		s.press("do it\r")
		s.await("[n]o: ")
		interrupt(t, s)
		s.await("[cancelled]")
		s.await("> ")
		s.press("and now\r")
		s.await(fmt.Sprint("heard ", i))
		s.await("> ")
		if told := m.lastRequest(t); !strings.Contains(told, `"and now"`) {
			t.Fatal("the model was not told")
		}
	}
	s.press(ctrlD)
	s.left()
}

// A Ctrl-C that comes as a signal is one that is typed: for the line, for the
// answer that comes, and never for the program.
func TestAnInterruptThatIsSent(t *testing.T) {
	const times = 50
	h := newHome(t)
	var replies []streamtest.Reply
	for range times {
		replies = append(replies, hang("the first words"))
	}
	h.useModel(replies...)
	s := h.sit("chat")
	s.await("> ")
	for range times {
		s.press("not this")
		s.await("not this")
		interrupt(t, s)
		s.await("Ctrl-D or /quit leaves")
		s.await("> ")
		s.press("hold on\r")
		s.await("the first words")
		interrupt(t, s)
		s.await("[cancelled]")
		s.await("> ")
	}
	s.press(ctrlD)
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}
	if export := h.ok("sessions", "export", "-"); strings.Count(export, `"content":"hold on"`) != times || strings.Contains(export, "not this") {
		t.Errorf("kept: %s", export)
	}
}

func interrupt(t *testing.T, s *screen) {
	t.Helper()
	if err := s.command.Process.Signal(os.Signal(syscall.SIGINT)); err != nil {
		t.Fatal(err)
	}
}
