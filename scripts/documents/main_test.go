package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheck(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"README.md":    file("[a](docs/a.md) [b](docs/a.md#two-words) [c](#here) [d](https://example.org/x) `[e](nowhere)`\n## Here\n```\n[f](nowhere)\n```\n"),
		"docs/a.md":    file("# Two words!\n[up](../README.md) [dir](../docs)\n<!-- from x.go -->\n```go\nfunc X() {\n}\n```\n"),
		"x.go":         file("package x\n\nfunc X() {\n}\n"),
		"bad/links.md": file("[a](gone.md) [b](../README.md#nothing)"),
		"bad/code.md":  file("<!-- from x.go -->\n```go\nfunc Y() {\n}\n```\n<!-- from y.go -->\n```\n```\n<!-- from x.go -->\nno code"),
	}
	faults, files, err := check(fsys)
	if err != nil || files != 4 {
		t.Fatalf("%d files, %v", files, err)
	}
	want := []string{
		"bad/code.md: the code differs from that in x.go",
		"bad/code.md: there is no file y.go",
		"bad/code.md: no code follows the mark of x.go",
		"bad/links.md: the link to gone.md leads nowhere",
		"bad/links.md: the link to ../README.md#nothing finds no such heading",
	}
	if got := strings.Join(faults, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestTheProject(t *testing.T) {
	faults, files, err := check(os.DirFS("../.."))
	if err != nil || files < 10 || len(faults) > 0 {
		t.Errorf("%d documents, %v\n%s", files, err, strings.Join(faults, "\n"))
	}
}

func TestCommandLines(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		commandsReference: file("# Commands\n\n## openprogram mcp install\n\n```text\nopenprogram mcp install CLIENT\n\n      --print   x\n```\n\n" +
			"## openprogram config set\n\n```text\nopenprogram config set KEY VALUE\n```\n"),
		settingsReference: file("# Settings\n\n## memory.dir\n"),
		"good.md": file("`openprogram mcp`, `openprogram --help`, `openprogram mcp install CLIENT --print`\n```sh\necho x | openprogram --profile work mcp install zed --print  # prints nope\n" +
			"openprogram config set memory.dir '~/notes --nope'\nopenprogram config set KEY VALUE\nopenprogram mcp install x -- y --nope\n```\n"),
		"bad.md": file("`openprogram mcp instal x`\n```sh\nopenprogram mcp install x --dry\nopenprogram config set memory.path x\n```\n"),
	}
	faults, _, err := check(fsys)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"bad.md: openprogram mcp install has no --dry",
		"bad.md: there is no setting memory.path",
		"bad.md: there is no command openprogram mcp instal",
	}
	if !slices.Equal(faults, want) {
		t.Errorf("got %q", faults)
	}
}

func TestClaims(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"x_test.go": file("package x\n\nfunc TestX(t *testing.T) {}\n"),
		"x.go":      file("package x\n\nfunc TestX() {}\n"),
		"docs/good.md": file("| claim | held by |\n|---|---|\n| a | [`TestX`](../x_test.go) |\n\n" +
			"| other | table |\n|---|---|\n| a | b |\n\n`TestX`\n"),
		"bad.md": file("| claim | held by |\n|---|---|\n| a | [`TestGone`](x_test.go), [`TestX`](x.go) |\n| b | nothing |\n\n`FuzzY`\n"),
	}
	faults, _, err := check(fsys)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"bad.md: there is no test TestGone in x_test.go",
		"bad.md: there is no test TestX in x.go",
		"bad.md: the test FuzzY is named without a link to its file",
		"bad.md: no test holds: b",
	}
	if got := strings.Join(faults, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}
