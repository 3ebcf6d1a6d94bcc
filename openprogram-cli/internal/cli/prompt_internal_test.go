//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestAnswerView(t *testing.T) {
	step := func(n int) runtimebridge.TurnEvent {
		return runtimebridge.TurnEvent{Kind: runtimebridge.EventModelCall, Step: n}
	}
	text := func(s string) runtimebridge.TurnEvent {
		return runtimebridge.TurnEvent{Kind: runtimebridge.EventTextDelta, Text: s}
	}
	tool := runtimebridge.TurnEvent{Kind: runtimebridge.EventToolStart, Tool: "read"}
	cases := map[string]struct {
		events         []runtimebridge.TurnEvent
		result         runtimebridge.TurnResult
		stdout, stderr string
	}{
		"in pieces":            {[]runtimebridge.TurnEvent{step(1), text("a"), text("b")}, runtimebridge.TurnResult{Text: "ab"}, "ab\n", ""},
		"with a line end":      {[]runtimebridge.TurnEvent{step(1), text("a\n")}, runtimebridge.TurnResult{Text: "a\n"}, "a\n", ""},
		"at once":              {[]runtimebridge.TurnEvent{step(1)}, runtimebridge.TurnResult{Text: "a"}, "a\n", ""},
		"between tools":        {[]runtimebridge.TurnEvent{step(1), text("let me see"), tool, step(2), text("a")}, runtimebridge.TurnResult{Text: "a"}, "let me see\na\n", "[read]\n"},
		"after a tool at once": {[]runtimebridge.TurnEvent{step(1), text("let me see"), tool, step(2)}, runtimebridge.TurnResult{Text: "a"}, "let me see\na\n", "[read]\n"},
		"failed":               {[]runtimebridge.TurnEvent{step(1), text("a")}, runtimebridge.TurnResult{Text: "[failed] x", Failed: true}, "a\n", ""},
		"escapes":              {[]runtimebridge.TurnEvent{step(1), text("\x1b[2J\r")}, runtimebridge.TurnResult{Text: "x"}, "\\x1b[2J\\r\n", ""},
		"where to go on":       {nil, runtimebridge.TurnResult{Text: "a", SessionID: "cli_1"}, "a\n", "[session cli_1]\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			v := &answerView{program: &program{stdout: terminal.NewLatch(&stdout), stderr: &stderr}}
			for _, e := range c.events {
				v.observe(e)
			}
			v.end(c.result)
			if stdout.String() != c.stdout || stderr.String() != c.stderr {
				t.Errorf("stdout %q, stderr %q, want %q and %q", stdout.String(), stderr.String(), c.stdout, c.stderr)
			}
		})
	}
}

func TestPipedText(t *testing.T) {
	cases := map[string]struct {
		data string
		want string
		err  error
	}{
		"text":     {"some notes\n", "some notes\n", nil},
		"nothing":  {"", "", nil},
		"no text":  {"a\xff", "", errPipedText},
		"too much": {strings.Repeat("x", maxPiped+1), "", errPipedSize},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "in")
			if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
				t.Fatal(err)
			}
			in, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			got, err := (&program{stdin: in}).pipedText()
			if got != c.want || err != c.err {
				t.Errorf("got %q, %v, want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestReadable(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if readable(in, 0) {
		t.Error("an open pipe with nothing in it is readable")
	}
	out.WriteString("x")
	if !readable(in, 0) {
		t.Error("a pipe with something in it is not readable")
	}
	out.Close()
	if !readable(in, 0) {
		t.Error("a pipe that has ended is not readable")
	}
}
