package file

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitLines(t *testing.T) {
	tests := []struct {
		name, text string
		want       []line
	}{
		{"nothing", "", nil},
		{"one line", "a\n", []line{{"a", "\n"}}},
		{"no end", "a", []line{{"a", ""}}},
		{"all ends", "a\r\nb\nc", []line{{"a", "\r\n"}, {"b", "\n"}, {"c", ""}}},
		{"blank lines", "\n\r\n", []line{{"", "\n"}, {"", "\r\n"}}},
		{"a return alone is text", "a\rb\n", []line{{"a\rb", "\n"}}},
		{"a return at the very end is text", "a\r", []line{{"a\r", ""}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, splitLines(test.text), cmp.AllowUnexported(line{})); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzLinesKeepTheirBytes(f *testing.F) {
	f.Add("a\r\nb\n\nc")
	f.Add("\r\r\n\xff\n")
	f.Fuzz(func(t *testing.T, text string) {
		if got := joinLines(splitLines(text)); got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// Whatever a file looks like, replacing one line leaves the bytes of all others.
func FuzzPatchText(f *testing.F) {
	f.Add("a\nb\nc\n", 1, "x")
	f.Add("a\r\nb\r\nc", 2, "")
	f.Add("\ufeffa\n\nb", 0, "\ufeff")
	f.Fuzz(func(t *testing.T, text string, n int, replacement string) {
		body, marked := strings.CutPrefix(text, byteOrderMark)
		lines := splitLines(body)
		if n < 0 || n >= len(lines) || strings.ContainsAny(replacement, "\r\n") {
			return
		}
		old := lines[n].text
		same := func(l line) bool { return l.text == old }
		twice := slices.ContainsFunc(lines[n+1:], same) || slices.ContainsFunc(lines[:n], same)
		got, err := patchText(text, []hunk{{lines: []hunkLine{{'-', old}, {'+', replacement}}}})
		if twice || old == replacement {
			if err == nil {
				t.Errorf("%q: changed in an ambiguous place, or not at all, to %q", text, got)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		want := slices.Clone(lines)
		want[n].text = replacement
		expected := joinLines(want)
		if marked {
			expected = byteOrderMark + expected
		}
		if got != expected {
			t.Errorf("%q became %q, want %q", text, got, expected)
		}
	})
}

// matchSimply is the definition of a match, without regard to time.
func matchSimply(pattern, name []string) bool {
	switch {
	case len(pattern) == 0:
		return len(name) == 0
	case pattern[0] == "**":
		return matchSimply(pattern[1:], name) || len(name) > 0 && matchSimply(pattern, name[1:])
	case len(name) == 0:
		return false
	}
	ok, _ := path.Match(pattern[0], name[0])
	return ok && matchSimply(pattern[1:], name[1:])
}

func FuzzGlobPattern(f *testing.F) {
	for _, seed := range [][2]string{{"**/*.go", "a/b.go"}, {"{a,b{c,d}}/**", "bc/x/y"}, {"**/**/x", "x"}, {"[a-", "a"}, {"a/**/b", "a/b"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		g, err := parseGlob(pattern)
		if err != nil || len(pattern) > 40 || len(name) > 40 {
			return
		}
		want := slices.ContainsFunc(g.alternatives, func(elements []string) bool {
			return matchSimply(elements, strings.Split(name, "/"))
		})
		if got := g.match(name); got != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, name, got, want)
		}
	})
}

func TestAGlobOfManyStarsIsQuick(t *testing.T) {
	g, err := parseGlob(strings.Repeat("**/a/", 100) + "b")
	if err != nil {
		t.Fatal(err)
	}
	// Trying every way to share out the elements would not end.
	if g.match(strings.Repeat("a/", 2000) + "c") {
		t.Error("matched")
	}
}

func TestHumanSize(t *testing.T) {
	tests := []struct {
		size int64
		want string
	}{{0, "0B"}, {1023, "1023B"}, {1024, "1.0K"}, {1536, "1.5K"}, {5 << 20, "5.0M"}, {3 << 30, "3.0G"}, {1 << 62, "4096.0P"}}
	for _, test := range tests {
		if got := humanSize(test.size); got != test.want {
			t.Errorf("%d is %s, want %s", test.size, got, test.want)
		}
	}
}
