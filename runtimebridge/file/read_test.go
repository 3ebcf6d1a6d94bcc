package file_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestRead(t *testing.T) {
	numbers := func(n int) string {
		var out strings.Builder
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&out, "l%d\n", i)
		}
		return out.String()
	}
	tests := []struct {
		name, content string
		arguments     args
		want          string
	}{
		{"whole", "one\ntwo\n", nil, "lines 1-2 of 2\n     1\tone\n     2\ttwo\n"},
		{"no final line end", "one\ntwo", nil, "lines 1-2 of 2\n     1\tone\n     2\ttwo\n"},
		{"CRLF", "one\r\ntwo\r\n", nil, "lines 1-2 of 2\n     1\tone\n     2\ttwo\n"},
		{"byte order mark", "\ufeffone\n", nil, "lines 1-1 of 1\n     1\tone\n"},
		{"empty", "", nil, "lines 0-0 of 0\n"},
		{"blank lines", "\n\n", nil, "lines 1-2 of 2\n     1\t\n     2\t\n"},
		{"offset and limit", numbers(9), args{"offset": 3, "limit": 2}, "lines 3-4 of 9\n     3\tl3\n     4\tl4\n"},
		{"limit past the end", numbers(3), args{"offset": 3, "limit": 9}, "lines 3-3 of 3\n     3\tl3\n"},
		{"invalid UTF-8", "a\xffb\n", nil, "lines 1-1 of 1\n     1\ta\uFFFDb\n"},
		{"long line", strings.Repeat("é", 2001) + "\n", nil, "lines 1-1 of 1\n     1\t" + strings.Repeat("é", 2000) + " [line cut]\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			f.put("a.txt", test.content)
			arguments := args{"file_path": "a.txt"}
			for name, value := range test.arguments {
				arguments[name] = value
			}
			if got := f.call("read", arguments); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestReadIsBounded(t *testing.T) {
	f := newFixture(t)
	f.put("lines", strings.Repeat("x\n", 5000))
	if got := f.call("read", args{"file_path": "lines"}); !strings.HasPrefix(got, "lines 1-2000 of 5000\n") || strings.Count(got, "\n") != 2001 {
		t.Errorf("%d lines, beginning %.40q", strings.Count(got, "\n"), got)
	}
	f.put("wide", strings.Repeat(strings.Repeat("x", 2000)+"\n", 500))
	if got := f.call("read", args{"file_path": "wide"}); !strings.HasPrefix(got, "lines 1-100 of 500\n") {
		t.Errorf("%d characters, beginning %.40q", len(got), got)
	}
}

func TestReadFailures(t *testing.T) {
	f := newFixture(t)
	f.put("binary", "a\x00b")
	f.put("short", "x\n")
	f.put("huge", "")
	if err := os.Truncate(f.path("huge"), 10<<30); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name      string
		arguments args
		reason    runtimebridge.ReasonCode
		words     string
	}{
		{"missing", args{"file_path": "missing"}, runtimebridge.ReasonNotFound, ""},
		{"below a file", args{"file_path": "short/x"}, "", "not a directory"},
		{"directory", args{"file_path": "."}, "", "directory"},
		{"binary", args{"file_path": "binary"}, "", "binary"},
		{"sparse 10 GiB", args{"file_path": "huge"}, runtimebridge.ReasonTooLarge, "16 MiB"},
		{"past the end", args{"file_path": "short", "offset": 2}, "", "1 lines"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { f.failWith(test.reason, test.words, "read", test.arguments) })
	}
}
