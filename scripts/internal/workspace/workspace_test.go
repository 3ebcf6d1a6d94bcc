package workspace_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

func names(modules []workspace.Module) []string {
	var all []string
	for _, m := range modules {
		all = append(all, m.Name)
	}
	return all
}

func TestOpenThisWorkspace(t *testing.T) {
	space, err := workspace.Open("../../..")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"authority", "mcpauth", "mcpcontracts", "runtimebridge", "mcpserver", "openprogram-cli"}
	if got := names(space.Modules); !slices.Equal(got, want) {
		t.Errorf("the order of a release is %v, want %v", got, want)
	}
	if _, err := space.Module(workspace.Tooling); err == nil {
		t.Error("the module of the scripts can be released")
	}
}

// made writes a workspace of modules, each given as its name and what it requires.
func made(t *testing.T, modules map[string][]string) string {
	t.Helper()
	root := t.TempDir()
	work := "go 1.26.0\n\nuse (\n"
	for name, siblings := range modules {
		work += "\t./" + name + "\n"
		text := "module " + workspace.Base + name + "\n\ngo 1.26.0\n"
		for _, sibling := range siblings {
			text += "\nrequire " + workspace.Base + sibling + " v0.1.0\n"
		}
		write(t, filepath.Join(root, name, "go.mod"), text)
	}
	write(t, filepath.Join(root, "go.work"), work+")\n")
	return root
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTiers(t *testing.T) {
	cases := map[string]struct {
		modules map[string][]string
		want    []string
		fault   string
	}{
		"names decide within a tier":      {map[string][]string{"c": nil, "a": {"c"}, "b": nil}, []string{"b", "c", "a"}, ""},
		"a tier is above all it requires": {map[string][]string{"a": {"b", "d"}, "b": {"c"}, "c": nil, "d": nil}, []string{"c", "d", "b", "a"}, ""},
		"a circle":                        {map[string][]string{"a": {"b"}, "b": {"a"}}, nil, "requires itself"},
		"a stranger":                      {map[string][]string{"a": {"z"}}, nil, "a requires z, which go.work does not use"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			space, err := workspace.Open(made(t, c.modules))
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Fatalf("error %v, want one with %q", err, c.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := names(space.Modules); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestParseModuleRefusesAnotherPath(t *testing.T) {
	if _, err := workspace.ParseModule("a/go.mod", "a", []byte("module example.org/a\n\ngo 1.26.0\n")); err == nil {
		t.Error("a module with a foreign path was accepted")
	}
}

func TestSetReplaces(t *testing.T) {
	modules := []workspace.Module{
		{Name: "a", Siblings: map[string]string{}},
		{Name: "b", Siblings: map[string]string{"a": "v0.2.0"}},
		{Name: "c", Siblings: map[string]string{"a": "v0.1.0", "b": "v0.1.0"}},
	}
	before := "go 1.26.0\n\nuse ./a\n\n// Why.\nreplace (\n\t" +
		workspace.Base + "a v0.1.0 => ./a\n\t" + workspace.Base + "b v0.0.9 => ./b\n)\n"
	after, err := workspace.SetReplaces([]byte(before), modules)
	if err != nil {
		t.Fatal(err)
	}
	got, err := workspace.Replaced(after)
	if err != nil {
		t.Fatal(err)
	}
	want := []module.Version{
		{Path: workspace.Base + "a", Version: "v0.1.0"},
		{Path: workspace.Base + "a", Version: "v0.2.0"},
		{Path: workspace.Base + "b", Version: "v0.1.0"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v\n%s", got, want, after)
	}
	if !strings.Contains(string(after), "// Why.") {
		t.Errorf("the comment is gone:\n%s", after)
	}
	if again, err := workspace.SetReplaces(after, modules); err != nil || string(again) != string(after) {
		t.Errorf("a second time changes the file: %v\n%s", err, again)
	}
}
