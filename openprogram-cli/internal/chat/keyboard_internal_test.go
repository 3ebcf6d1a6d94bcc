package chat

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPasteFilter(t *testing.T) {
	cases := map[string]struct{ in, want string }{
		"typed":                {"ls\r", "ls\r"},
		"pasted":               {"\x1b[200~a\r\nb\nc\rd\te\x1b[201~\r", "a␤b␤c␤d␉e\r"},
		"keys":                 {"\x1b[A\x1b[1;5C\x1b", "\x1b[A\x1b[1;5C\x1b"},
		"a key in a paste":     {"\x1b[200~a\x03\x1bb\x7f\x1b[201~\x03", "ab\x03"},
		"two pastes":           {"\x1b[200~a\n\x1b[201~\x1b[200~\nb\x1b[201~", "a␤␤b"},
		"Chinese":              {"\x1b[200~港\n口\x1b[201~", "港␤口"},
		"a paste not ended":    {"\x1b[200~a\rb", "a␤b"},
		"an end with no begin": {"a\x1b[201~b", "a\x1b[201~b"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{2, 3, 5, 100} {
				var f pasteFilter
				var got strings.Builder
				for rest := c.in; rest != ""; {
					n := min(size, len(rest))
					got.Write(f.take([]byte(rest[:n])))
					rest = rest[n:]
				}
				got.Write(f.rest)
				if diff := cmp.Diff(c.want, got.String()); diff != "" {
					t.Errorf("in pieces of %d (-want +got):\n%s", size, diff)
				}
			}
		})
	}
	if got := (&pasteFilter{}).take([]byte("\x1b")); string(got) != "\x1b" {
		t.Errorf("the key ESC gave %q", got)
	}
	if got := pasted.Replace("a␤b␉c"); got != "a\nb\tc" {
		t.Errorf("given back: %q", got)
	}
}

// What is typed ahead is for the next prompt, and never for a question.
func TestTypingAhead(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	k := &keyboard{out: out}
	k.typed([]byte("one\rtwo\rthr"))
	var got []string
	read := func(fresh bool, typed string) {
		k.next(t.Context(), fresh)
		k.typed([]byte(typed))
		buffer := make([]byte, 100)
		n, err := in.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(buffer[:n]))
	}
	read(false, "")
	read(true, "yes\rmore")
	read(false, "\r")
	k.typed([]byte("y\r"))
	read(true, "\x03")
	if diff := cmp.Diff([]string{"one\r", "yes\r", "more\r", "\x03"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	out.Close()
}

// A line that is given up ends for the editor at once, and takes nothing of what
// is typed then.
func TestALineIsGivenUp(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	cases := map[string]struct {
		do    func(*keyboard)
		want  string
		given bool
	}{
		"in the middle":     {func(k *keyboard) { k.next(t.Context(), false); k.typed([]byte("ab")); k.abort() }, "ab\x03", true},
		"before it began":   {func(k *keyboard) { k.next(ended, false) }, "\x03", true},
		"when it is whole":  {func(k *keyboard) { k.next(t.Context(), false); k.typed([]byte("ab\r")); k.abort() }, "ab\r", false},
		"for a deaf editor": {func(k *keyboard) { k.next(ended, false); k.givenUp(true) }, "\x03\n", true},
		"by Ctrl-D":         {func(k *keyboard) { k.next(t.Context(), false); k.typed([]byte("\x04y\r")) }, "\x04", false},
		"not by Ctrl-D":     {func(k *keyboard) { k.next(t.Context(), false); k.typed([]byte("ab\x04c")); k.rest() }, "ab\x04c", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in, out, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			k := &keyboard{out: out}
			c.do(k)
			given := k.givenUp(false)
			k.typed([]byte("later\r"))
			out.Close()
			if got, err := io.ReadAll(in); string(got) != c.want || given != c.given || err != nil {
				t.Errorf("the editor has %q, given up: %v, error %v", got, given, err)
			}
		})
	}
}

func TestTheEndOfTheKeyboard(t *testing.T) {
	_, editor, err := newKeyboard(strings.NewReader("typed and gone\r"))
	if err != nil {
		t.Fatal(err)
	}
	defer editor.Close()
	if rest, err := io.ReadAll(editor); err != nil || len(rest) != 0 {
		t.Errorf("read %q, %v without being asked for a line", rest, err)
	}
}

func TestHistory(t *testing.T) {
	h := &History{Path: filepath.Join(t.TempDir(), "history")}
	if got := h.Load(); len(got) != 0 {
		t.Errorf("before there is one: %q", got)
	}
	h.Add("one")
	h.Add("two\nlines")
	if diff := cmp.Diff([]string{"one", "two␤lines"}, h.Load()); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(h.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	if err := os.WriteFile(h.Path, []byte(strings.Repeat("x\n", 2*keptHistory+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := h.Load(); len(got) != keptHistory {
		t.Errorf("%d lines", len(got))
	}
	if data, err := os.ReadFile(h.Path); err != nil || len(data) != 2*keptHistory {
		t.Errorf("%d bytes are kept, error %v", len(data), err)
	}
	(&History{Path: t.TempDir()}).Add("x") // a folder is no reason to stop
}

func TestComplete(t *testing.T) {
	if diff := cmp.Diff([]string{"/session ", "/sessions"}, complete("/se")); diff != "" {
		t.Error(diff)
	}
	if got := complete("ses"); got != nil {
		t.Errorf("a prompt is completed: %q", got)
	}
}
