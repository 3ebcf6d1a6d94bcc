package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
	"github.com/openprogram/openprogram-go/scripts/internal/git"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// small is a workspace of two modules and the program, with everything that a
// release looks at.
func small(t *testing.T) git.Repository {
	t.Helper()
	log := "# Changelog\n\n## Unreleased\n\n- First.\n\n" + changelog.Lock + "\n"
	program := `package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"` + workspace.Base + `low"
)

func main() {
	build, _ := debug.ReadBuildInfo()
	fmt.Fprintf(os.Stdout, "openprogram %s\n%d\n", build.Main.Version, low.One)
}
`
	files := map[string]string{
		"go.work": "go 1.26.0\n\nuse (\n\t./low\n\t./openprogram-cli\n)\n\nreplace " + workspace.Base + "low v0.1.0 => ./low\n",

		"low/go.mod":       "module " + workspace.Base + "low\n\ngo 1.24.0\n",
		"low/low.go":       "// Package low is below.\npackage low\n\n// One is one.\nconst One = 1\n",
		"low/CHANGELOG.md": log, "low/LICENSE": "free\n",

		"openprogram-cli/go.mod":                  "module " + workspace.Base + "openprogram-cli\n\ngo 1.26.0\n\nrequire " + workspace.Base + "low v0.1.0\n",
		"openprogram-cli/cmd/openprogram/main.go": program,
		"openprogram-cli/CHANGELOG.md":            log, "openprogram-cli/LICENSE": "free\n",
	}
	r := git.Repository{Dir: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(r.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, arguments := range [][]string{
		{"init", "--quiet"}, {"config", "user.name", "somebody"}, {"config", "user.email", "somebody@example.org"},
		{"add", "--all"}, {"commit", "--quiet", "-m", "all"},
	} {
		if _, err := r.Run(t.Context(), arguments...); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// The rehearsal that CI plays with the real tree, with a small one.
func TestRehearsal(t *testing.T) {
	var out bytes.Buffer
	if err := rehearseCommand(t.Context(), small(t).Dir, nil, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	if !strings.HasSuffix(out.String(), "13 passed, 0 failed\n") {
		t.Errorf("it ends with %q", out.String()[max(0, out.Len()-80):])
	}
}

// The faults that a tag could have if it was made by hand.
func TestVerifyFindsABadTag(t *testing.T) {
	r := small(t)
	run := func(arguments ...string) {
		t.Helper()
		if _, err := r.Run(t.Context(), arguments...); err != nil {
			t.Fatal(err)
		}
	}
	verify := func(want string) {
		t.Helper()
		err := verifyCommand(t.Context(), r.Dir, nil, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	verify("no module has a tag")
	run("tag", "low/v0.1.0")
	verify("is not annotated")
	run("tag", "--delete", "low/v0.1.0")
	run("tag", "-a", "-m", "x", "low/v0.1.0")
	verify("changelog does not release it")

	release := func(module string) {
		t.Helper()
		name := filepath.Join(r.Dir, module, "CHANGELOG.md")
		now, err := readChangelog(name)
		if err != nil {
			t.Fatal(err)
		}
		released, err := now.Release("v0.1.0", "2000-01-02")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(released.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		run("commit", "--quiet", "-a", "-m", "by hand")
	}
	run("tag", "--delete", "low/v0.1.0")
	release("openprogram-cli")
	run("tag", "-a", "-m", "x", "openprogram-cli/v0.1.0")
	verify("requires low v0.1.0, which has no tag")

	release("low")
	run("tag", "-a", "-m", "x", "low/v0.1.0")
	verify("not tidy") // the program's go.sum has no line about low

	sum := filepath.Join(r.Dir, "openprogram-cli", "go.sum")
	wrong := workspace.Base + "low v0.1.0 h1:" + strings.Repeat("A", 43) + "=\n"
	if err := os.WriteFile(sum, []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	run("add", "--all")
	run("commit", "--quiet", "-m", "a wrong checksum")
	run("tag", "--delete", "openprogram-cli/v0.1.0")
	run("tag", "-a", "-m", "x", "openprogram-cli/v0.1.0")
	verify("the tag gives")
}

// When the tags turn out bad after they were made, none is left.
func TestTagTakesBadTagsBack(t *testing.T) {
	r := small(t)
	for _, name := range []string{"low", "openprogram-cli"} {
		file := filepath.Join(r.Dir, name, "CHANGELOG.md")
		now, err := readChangelog(file)
		if err != nil {
			t.Fatal(err)
		}
		released, err := now.Release("v0.1.0", "2000-01-02")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(released.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Run(t.Context(), "commit", "--quiet", "-a", "-m", "by hand, without checksums"); err != nil {
		t.Fatal(err)
	}
	if err := tagCommand(t.Context(), r.Dir, nil, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "not tidy") {
		t.Errorf("error %v, want one about go.sum", err)
	}
	if tags, err := r.Run(t.Context(), "tag", "--list"); err != nil || tags != "" {
		t.Errorf("left: %q, %v", tags, err)
	}
}

func TestParsePlan(t *testing.T) {
	for _, arguments := range [][]string{
		{}, {"low"}, {"low=0.1.0"}, {"low=v0.1"}, {"low=v2.0.0"}, {"low=v0.1.0", "low=v0.2.0"},
	} {
		if p, err := parsePlan(arguments); err == nil {
			t.Errorf("%q is read as %v", arguments, p)
		}
	}
	p, err := parsePlan([]string{"b=v0.1.0", "a=v1.2.3-rc.1"})
	if err != nil || p["a"] != "v1.2.3-rc.1" || p["b"] != "v0.1.0" {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestCheckRefusesAPlan(t *testing.T) {
	r := small(t)
	h, err := open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		plan  plan
		fault string
	}{
		"a stranger":                    {plan{"scripts": "v0.1.0"}, "no module is named"},
		"a requirement without release": {plan{"openprogram-cli": "v0.1.0"}, "requires low, which has no release"},
	} {
		if err := c.plan.check(t.Context(), h); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.fault)
		}
	}
	ordered := plan{"openprogram-cli": "v0.2.0", "low": "v0.1.0"}
	if got := ordered.title(h.space); got != "low v0.1.0, openprogram-cli v0.2.0" {
		t.Errorf("the title is %q", got)
	}
}
