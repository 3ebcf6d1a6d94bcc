package candidate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/openprogram/openprogram-go/scripts/internal/candidate"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

const version = "v0.1.0-dev.gabc"

type files map[string]string

func (f files) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range f {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func goMod(name, rest string) string {
	return "module " + workspace.Base + name + "\n\ngo 1.24.0\n" + rest
}

// pair is a candidate with two modules: low, and high, which requires it.
func pair(t *testing.T, low, high files) *candidate.Candidate {
	t.Helper()
	c, err := candidate.New(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string, defaults, given files) {
		for file, text := range defaults {
			if _, ok := given[file]; !ok {
				given[file] = text
			}
		}
		dir := given.write(t)
		if err := c.Require(dir, map[string]string{"low": version}); err != nil {
			t.Fatal(err)
		}
		if err := c.Add(workspace.Base+name, version, dir); err != nil {
			t.Fatal(err)
		}
	}
	add("low", files{"go.mod": goMod("low", ""), "low.go": "package low\n\nconst One = 1\n"}, low)
	add("high", files{
		"go.mod":  goMod("high", "\nrequire "+workspace.Base+"low v0.1.0\n"),
		"high.go": "package high\n\nimport \"" + workspace.Base + "low\"\n\nconst Two = low.One + 1\n",
		"go.sum":  workspace.Base + "low v0.1.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
	}, high)
	return c
}

func TestCheckModule(t *testing.T) {
	cases := map[string]struct {
		low, high files
		fault     string
	}{
		"two sound modules": {files{}, files{}, ""},
		"a sibling lacks what the tree has": {
			files{"low.go": "package low\n"}, files{}, "undefined: low.One",
		},
		"a requirement that is not used": {
			files{}, files{"high.go": "package high\n"}, "mod tidy -diff",
		},
		"a requirement that is not written down": {
			files{}, files{"go.mod": goMod("high", "")}, "low",
		},
		"a language version that is too old": {
			files{}, files{"new.go": "package high\n\nimport \"sync\"\n\nfunc wait(g *sync.WaitGroup) { g.Go(func() {}) }\n"}, "1.25",
		},
		"a test that needs a file beside the module": {
			files{}, files{"high_test.go": "package high\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestFile(t *testing.T) {\n\tif _, err := os.ReadFile(\"../low/low.go\"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n"}, "no such file",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := pair(t, c.low, c.high).CheckModule(t.Context(), workspace.Base+"high", version)
			if c.fault == "" && err != nil {
				t.Fatal(err)
			}
			if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("error %v, want one with %q", err, c.fault)
			}
		})
	}
}

func TestInstall(t *testing.T) {
	main := "package main\n\nfunc main() {}\n"
	c := pair(t, files{}, files{"cmd/tool/main.go": main})
	binary, err := c.Go.Install(t.Context(), t.TempDir(), workspace.Base+"high/cmd/tool", version)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(binary); err != nil {
		t.Error(err)
	}
	replaced := goMod("high", "\nrequire "+workspace.Base+"low v0.1.0\n\nreplace "+workspace.Base+"low => ../low\n")
	c = pair(t, files{}, files{"cmd/tool/main.go": main, "go.mod": replaced})
	if _, err := c.Go.Install(t.Context(), t.TempDir(), workspace.Base+"high/cmd/tool", version); err == nil || !strings.Contains(err.Error(), "replace directives") {
		t.Errorf("a module with a replacement installs: %v", err)
	}
}

func TestBuild(t *testing.T) {
	main := fstest.MapFS{"main.go": {Data: []byte("package main\n\nimport \"" + workspace.Base + "high\"\n\nfunc main() { println(high.Two) }\n")}}
	sound := candidate.Project{Name: "mine", Go: "1.24.0", Source: main, Requires: []string{"high"}}
	cases := map[string]struct {
		change func(*candidate.Project, files)
		fault  string
	}{
		"on the version it has":          {func(*candidate.Project, files) {}, ""},
		"never what it does not compile": {func(p *candidate.Project, _ files) { p.Never = []string{workspace.Base + "other"} }, ""},
		"never what it compiles":         {func(p *candidate.Project, _ files) { p.Never = []string{workspace.Base + "low"} }, "compiles " + workspace.Base + "low"},
		"on too old a Go": {func(_ *candidate.Project, low files) {
			low["go.mod"] = strings.Replace(goMod("low", ""), "1.24.0", "1.25.0", 1)
		}, "1.25.0"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			project, low := sound, files{}
			c.change(&project, low)
			_, err := pair(t, low, files{}).Build(t.Context(), project, version)
			if c.fault == "" && err != nil {
				t.Fatal(err)
			}
			if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("error %v, want one with %q", err, c.fault)
			}
		})
	}
}
