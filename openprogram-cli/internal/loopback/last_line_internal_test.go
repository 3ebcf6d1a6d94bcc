package loopback

import (
	"io"
	"strings"
	"testing"
)

func TestLastLine(t *testing.T) {
	long := strings.Repeat("x", longestLine+100)
	cases := map[string]struct {
		written []string
		want    string
	}{
		"nothing":       {nil, ""},
		"one line":      {[]string{"Error: no token\n"}, "no token"},
		"several":       {[]string{"a\nb\n", "Error: c\n"}, "c"},
		"in pieces":     {[]string{"a\nErr", "or: to", "ld\n"}, "told"},
		"blank at last": {[]string{"told\n", "\n\n"}, "told"},
		"a long line":   {[]string{"a\n", long}, long[:longestLine]},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var l lastLine
			for _, text := range c.written {
				if n, err := io.WriteString(&l, text); n != len(text) || err != nil {
					t.Fatalf("wrote %d, %v", n, err)
				}
			}
			if got := l.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
