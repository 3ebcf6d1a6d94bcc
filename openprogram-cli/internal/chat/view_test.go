package chat_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

func step(n int) runtimebridge.TurnEvent {
	return runtimebridge.TurnEvent{Kind: runtimebridge.EventModelCall, Step: n}
}

func delta(s string) runtimebridge.TurnEvent {
	return runtimebridge.TurnEvent{Kind: runtimebridge.EventTextDelta, Text: s}
}

func begins(tool, detail string) runtimebridge.TurnEvent {
	return runtimebridge.TurnEvent{Kind: runtimebridge.EventToolStart, Tool: tool, Detail: detail}
}

func fails(detail string) runtimebridge.TurnEvent {
	return runtimebridge.TurnEvent{Kind: runtimebridge.EventToolEnd, IsError: true, Detail: detail}
}

func TestView(t *testing.T) {
	type events = []runtimebridge.TurnEvent
	cases := map[string]struct {
		events         events
		result         runtimebridge.TurnResult
		answers, notes string
	}{
		"in pieces":            {events{step(1), delta("a"), delta("b")}, runtimebridge.TurnResult{Text: "ab"}, "ab\n", ""},
		"with a line end":      {events{step(1), delta("a\n")}, runtimebridge.TurnResult{Text: "a\n"}, "a\n", ""},
		"at once":              {events{step(1)}, runtimebridge.TurnResult{Text: "a"}, "a\n", ""},
		"between tools":        {events{step(1), delta("let me see"), begins("read", ""), step(2), delta("a")}, runtimebridge.TurnResult{Text: "a"}, "let me see\na\n", "[read]\n"},
		"after a tool at once": {events{step(1), delta("let me see"), begins("read", ""), step(2)}, runtimebridge.TurnResult{Text: "a"}, "let me see\na\n", "[read]\n"},
		"what a tool is about": {events{begins("bash", `{"command":"ls\n\u001b[2J","timeout":5}`)}, runtimebridge.TurnResult{}, "", `[bash] ls\n\x1b[2J` + "\n"},
		"a tool that failed":   {events{begins("bash", ""), fails("exit_code=1\nmore")}, runtimebridge.TurnResult{}, "", "[bash]\n  exit_code=1\n"},
		"and said nothing":     {events{begins("bash", ""), fails("")}, runtimebridge.TurnResult{}, "", "[bash]\n  failed\n"},
		"waiting":              {events{delta("a"), {Kind: runtimebridge.EventWaiting}}, runtimebridge.TurnResult{}, "a\n", "[waiting for the provider]\n"},
		"failed":               {events{step(1), delta("a")}, runtimebridge.TurnResult{Text: "[failed] x", Failed: true}, "a\n", ""},
		"escapes":              {events{step(1), delta("\x1b[2J\r")}, runtimebridge.TurnResult{Text: "x"}, "\\x1b[2J\\r\n", ""},
		"marks stay":           {events{step(1), delta("**a**")}, runtimebridge.TurnResult{Text: "x"}, "**a**\n", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var answers, notes bytes.Buffer
			v := chat.NewView(chat.Screen{Answers: &answers, Notes: &notes})
			for _, e := range c.events {
				v.Observe(e)
			}
			v.End(c.result)
			if answers.String() != c.answers || notes.String() != c.notes {
				t.Errorf("answers %q, notes %q, want %q and %q", answers.String(), notes.String(), c.answers, c.notes)
			}
		})
	}
}

func TestViewAtATerminal(t *testing.T) {
	var answers bytes.Buffer
	v := chat.NewView(chat.Screen{Answers: &answers, Notes: &answers, Size: func() (int, int) { return 40, 10 }})
	v.Observe(step(1))
	v.Observe(delta("**a**"))
	v.Observe(begins("read", ""))
	v.Observe(delta("b"))
	v.Pause()
	v.End(runtimebridge.TurnResult{})
	if got, want := answers.String(), "**a**\r\x1b[J\x1b[1ma\x1b[0m\n[read]\nb\r\x1b[Jb\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Somebody who waits sees that time passes, until something else is shown.
func TestViewTellsThatItTakesTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		v := chat.NewView(chat.Screen{Answers: &out, Notes: &out, Live: true})
		v.Observe(step(1))
		time.Sleep(1500 * time.Millisecond)
		v.Observe(begins("bash", ""))
		time.Sleep(1500 * time.Millisecond)
		v.Observe(delta("a"))
		time.Sleep(time.Minute)
		v.End(runtimebridge.TurnResult{})
		want := "\r\x1b[Kthinking (1 s)\r\x1b[K[bash]\n\r\x1b[Kbash (1 s)\r\x1b[Ka\n"
		if out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}
