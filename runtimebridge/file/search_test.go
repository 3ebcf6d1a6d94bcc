package file_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

func TestList(t *testing.T) {
	f := newFixture(t)
	f.put("b.txt", strings.Repeat("x", 1536))
	f.put("A.txt", "x")
	f.put(".hidden", "x")
	f.put("sub/x", "x")
	f.link("b.txt", "link")
	tests := []struct {
		name      string
		arguments args
		want      string
	}{
		{"visible", args{}, "A.txt  1B\nb.txt  1.5K\nlink@\nsub/\n"},
		{"hidden", args{"show_hidden": true}, ".hidden  1B\nA.txt  1B\nb.txt  1.5K\nlink@\nsub/\n"},
		{"by path", args{"path": "sub"}, "x  1B\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := f.call("list", test.arguments); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	f.failWith("", "not a directory", "list", args{"path": "b.txt"})
	f.failWith(runtimebridge.ReasonNotFound, "", "list", args{"path": "none"})
}

func TestListShowsAnOddNameOnOneLine(t *testing.T) {
	f := newFixture(t)
	f.put("a\nb\x1b", "")
	if got := f.call("list", args{}); got != "a\uFFFDb\uFFFD  0B\n" {
		t.Errorf("got %q", got)
	}
}

func TestListIsBounded(t *testing.T) {
	f := newFixture(t)
	if got := f.call("list", args{}); got != "(empty)\n" {
		t.Errorf("got %q", got)
	}
	for i := range 1003 {
		f.put(fmt.Sprintf("f%04d", i), "")
	}
	got := f.call("list", args{})
	if !strings.HasSuffix(got, "f0999  0B\n[3 more]\n") {
		t.Errorf("ends %q", got[len(got)-40:])
	}
}

func TestGlob(t *testing.T) {
	f := newFixture(t)
	now := time.Now()
	for i, name := range []string{"main.go", "cmd/tool/main.go", "cmd/tool/main_test.go", "doc/a[1].md", ".git/config.go", "cmd/.hidden.go"} {
		f.put(name, "x")
		at := now.Add(-time.Duration(i) * time.Minute)
		if err := os.Chtimes(f.path(name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	f.link("main.go", "link.go")
	f.link("cmd", "linked")
	tests := []struct {
		name, pattern, path string
		want                []string
	}{
		{"one element", "*.go", "", []string{"main.go"}},
		{"any depth, newest first", "**/*.go", "", []string{"main.go", "cmd/tool/main.go", "cmd/tool/main_test.go", "cmd/.hidden.go"}},
		{"stars at the end", "cmd/**", "", []string{"cmd/tool/main.go", "cmd/tool/main_test.go", "cmd/.hidden.go"}},
		{"stars in the middle", "cmd/**/main*.go", "", []string{"cmd/tool/main.go", "cmd/tool/main_test.go"}},
		{"stars for nothing", "cmd/tool/**/main.go", "", []string{"cmd/tool/main.go"}},
		{"single star stays in its element", "cmd/*.go", "", []string{"cmd/.hidden.go"}},
		{"braces", "{doc/*.md,main.{go,rs}}", "", []string{"main.go", "doc/a[1].md"}},
		{"class", "mai[m-o].go", "", []string{"main.go"}},
		{"question mark", "doc/a?1].md", "", []string{"doc/a[1].md"}},
		{"from a directory", "*/main.go", "cmd", []string{"cmd/tool/main.go"}},
		{"nothing", "*.rs", "", []string{"No files"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			arguments := args{"pattern": test.pattern}
			if test.path != "" {
				arguments["path"] = test.path
			}
			got := strings.Split(strings.TrimSuffix(f.call("glob", arguments), "\n"), "\n")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
	for _, pattern := range []string{"[", "a/[b", "../x", "/etc/*", "a//b", "{a", "a}", "{a,{b}", strings.Repeat("{a,b}", 7)} {
		f.failWith(runtimebridge.ReasonInvalidPattern, "", "glob", args{"pattern": pattern})
	}
}

func TestGlobRefusesAWholeHome(t *testing.T) {
	f := newFixture(t)
	t.Setenv("HOME", f.dir)
	f.put("a", "x")
	f.failWith(runtimebridge.ReasonInvalidPattern, "home", "glob", args{"pattern": "**/a"})
	if got := f.call("glob", args{"pattern": "*"}); got != "a\n" {
		t.Errorf("got %q", got)
	}
}

func TestGlobIsBounded(t *testing.T) {
	f := newFixture(t)
	for i := range 502 {
		f.put(fmt.Sprintf("f%d", i), "")
	}
	got := f.call("glob", args{"pattern": "*"})
	if n := strings.Count(got, "\n"); n != 501 || !strings.HasSuffix(got, "[2 more]\n") {
		t.Errorf("%d lines, ending %q", n, got[len(got)-20:])
	}
	if diff := cmp.Diff([]string{"502 files found"}, f.progress); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

func TestGrep(t *testing.T) {
	f := newFixture(t)
	f.put("a.go", "package a\n// Crane\nfunc crane() {}\n")
	f.put("sub/b.md", "the crane stays\r\n\xff crane\r\n")
	f.put("sub/c.bin", "crane\x00")
	f.put(".git/config", "crane\n")
	f.put("outside.txt", "nothing\n")
	f.link("a.go", "link.go")
	tests := []struct {
		name      string
		arguments args
		want      string
	}{
		{"files", args{"pattern": "crane"}, "a.go\nsub/b.md\n"},
		{"content", args{"pattern": "crane", "output_mode": "content"}, "a.go:3: func crane() {}\nsub/b.md:1: the crane stays\nsub/b.md:2: \uFFFD crane\n"},
		{"count", args{"pattern": "crane", "output_mode": "count"}, "a.go:1\nsub/b.md:2\n"},
		{"letter case", args{"pattern": "CRANE", "case_insensitive": true, "output_mode": "count"}, "a.go:2\nsub/b.md:2\n"},
		{"name", args{"pattern": "crane", "glob": "*.md"}, "sub/b.md\n"},
		{"path", args{"pattern": "crane", "glob": "sub/*"}, "sub/b.md\n"},
		{"directory", args{"pattern": "crane", "path": "sub"}, "sub/b.md\n"},
		{"file", args{"pattern": "crane", "path": "a.go", "output_mode": "content"}, "a.go:3: func crane() {}\n"},
		{"file and name", args{"pattern": "crane", "path": "a.go", "glob": "*.go"}, "a.go\n"},
		{"end of line", args{"pattern": "stays$"}, "sub/b.md\n"},
		{"what is left out, when asked for", args{"pattern": "crane", "path": ".git"}, ".git/config\n"},
		{"nothing", args{"pattern": "harbour"}, "No matches\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := f.call("grep", test.arguments); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	f.failWith(runtimebridge.ReasonInvalidPattern, "RE2", "grep", args{"pattern": "("})
	f.failWith(runtimebridge.ReasonInvalidPattern, "RE2", "grep", args{"pattern": "(?=x)"})
	f.failWith(runtimebridge.ReasonInvalidPattern, "", "grep", args{"pattern": "x", "glob": "["})
	f.failWith(runtimebridge.ReasonNotFound, "", "grep", args{"pattern": "x", "path": "missing"})
}

func TestGrepIsBounded(t *testing.T) {
	f := newFixture(t)
	f.put("short", strings.Repeat("x\n", 600))
	f.put("wide", strings.Repeat(strings.Repeat("y", 600)+"\n", 100))
	tests := []struct {
		pattern string
		lines   int
	}{{"x", 500}, {"y", 38}}
	for _, test := range tests {
		got := f.call("grep", args{"pattern": test.pattern, "output_mode": "content"})
		if n := strings.Count(got, "\n") - 1; n != test.lines || len(got) > 20_100 || !strings.HasSuffix(got, "[stopped: more matches than shown]\n") {
			t.Errorf("%s: %d lines, %d bytes", test.pattern, n, len(got))
		}
	}
	if got := f.call("grep", args{"pattern": "x", "output_mode": "count"}); got != "short:600\n" {
		t.Errorf("count: %q", got)
	}
	if diff := cmp.Diff([]string{"1 files searched", "2 files searched", "2 files searched"}, f.progress); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}
