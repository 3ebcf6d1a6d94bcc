package terminal_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func TestLine(t *testing.T) {
	cases := map[string]struct{ in, want string }{
		"plain":             {"Grüße, 世界 👋", "Grüße, 世界 👋"},
		"window title":      {"\x1b]0;x\x07", `\x1b]0;x\x07`},
		"clear screen":      {"a\x1b[2Jb", `a\x1b[2Jb`},
		"clipboard":         {"\x1b]52;c;aGk=\x1b\\", `\x1b]52;c;aGk=\x1b\`},
		"overwrite":         {"good\rbad", `good\rbad`},
		"line and tab":      {"a\nb\tc", `a\nb\tc`},
		"C1 as a character": {"\u009b2J", `\u009b2J`},
		"C1 as a byte":      {"\x9b2J", `\x9b2J`},
		"bidi override":     {"abc\u202efed\u2066x", `abc\u202efed\u2066x`},
		"delete and NUL":    {"a\x7f\x00", `a\x7f\x00`},
		"line separators":   {"a\u2028b\u2029c", `a\u2028b\u2029c`},
		"mark":              {"\ufeffx", `\ufeffx`},
		"replacement":       {"\ufffd", "\ufffd"},
		"cut character":     {"a\xe4\xb8", `a\xe4\xb8`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := terminal.Line(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTextKeepsLinesAndTabsOnly(t *testing.T) {
	if got, want := terminal.Text("a\n\tb\r\x1b[1m"), "a\n\tb"+`\r\x1b[1m`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöüß", 3, "äö…"}, {"abc", 0, "…"}} {
		if got := terminal.Cut(c.in, c.width); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestTableKeepsOneRowALine(t *testing.T) {
	var b bytes.Buffer
	err := terminal.Table(&b, [][]string{{"id", "title"}, {"a", "x\ny\x1b[2J\tz"}, {"bbbb", ""}})
	if err != nil {
		t.Fatal(err)
	}
	want := "id    title\na     x\\ny\\x1b[2J\\tz\nbbbb\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

type brokenWriter struct{ calls int }

var errBroken = errors.New("broken")

func (w *brokenWriter) Write([]byte) (int, error) { w.calls++; return 0, errBroken }

func TestLatchKeepsTheFirstError(t *testing.T) {
	w := &brokenWriter{}
	l := terminal.NewLatch(w)
	for range 2 {
		if _, err := l.Write([]byte("x")); !errors.Is(err, errBroken) {
			t.Errorf("got %v", err)
		}
	}
	if w.calls != 1 || !errors.Is(l.Err(), errBroken) {
		t.Errorf("%d writes, err %v", w.calls, l.Err())
	}
	var b bytes.Buffer
	good := terminal.NewLatch(&b)
	if _, err := good.Write([]byte("x")); err != nil || good.Err() != nil || b.String() != "x" {
		t.Errorf("got %q, %v, %v", b.String(), err, good.Err())
	}
}

func FuzzLine(f *testing.F) {
	f.Add("\x1b[2J\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got := terminal.Line(text)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
			t.Errorf("Line(%q) = %q", text, got)
		}
		if again := terminal.Line(got); again != got {
			t.Errorf("not stable: %q, then %q", got, again)
		}
	})
}
