//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
