package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func made(path string, change func(*listed)) listed {
	p := listed{ImportPath: base + path}
	for _, module := range []string{"authority", "mcpauth", "mcpcontracts", "mcpserver", "openprogram-cli", "runtimebridge", "scripts"} {
		if matches(base+module+"/...", p.ImportPath) {
			p.Module.Path = base + module
		}
	}
	change(&p)
	return p
}

func imports(paths ...string) func(*listed) {
	return func(p *listed) { p.Imports, p.Deps = paths, paths }
}

func testImports(paths ...string) func(*listed) {
	return func(p *listed) { p.XTestImports = paths }
}

func deps(paths ...string) func(*listed) {
	return func(p *listed) { p.Deps = paths }
}

func TestCheckPackages(t *testing.T) {
	cases := map[string]struct {
		p    listed
		want []string // without the package's name
	}{
		"the standard library":                 {made("authority", imports("net/http", "os")), nil},
		"its own module":                       {made("mcpauth/internal/x", imports(base+"mcpauth")), nil},
		"what the rule names":                  {made("mcpcontracts", imports("github.com/santhosh-tekuri/jsonschema/v6/kind")), nil},
		"authority imports a neighbour":        {made("authority", imports(base+"mcpauth")), []string{"imports " + base + "mcpauth"}},
		"contracts import the SDK":             {made("mcpcontracts", imports("github.com/modelcontextprotocol/go-sdk/mcp")), []string{"imports github.com/modelcontextprotocol/go-sdk/mcp", "compiles github.com/modelcontextprotocol/go-sdk/mcp"}},
		"contracts compile SQLite":             {made("mcpcontracts", deps("modernc.org/sqlite/lib")), []string{"compiles modernc.org/sqlite/lib"}},
		"the boundary imports its engine":      {made("runtimebridge", imports("github.com/santhosh-tekuri/jsonschema/v6")), []string{"imports github.com/santhosh-tekuri/jsonschema/v6", "compiles github.com/santhosh-tekuri/jsonschema/v6"}},
		"the engine may":                       {made("runtimebridge/sqlitestore", imports("modernc.org/sqlite")), nil},
		"the server imports the boundary":      {made("mcpserver", imports(base+"runtimebridge")), nil},
		"the server imports the engine":        {made("mcpserver", imports(base+"runtimebridge/engine")), []string{"imports " + base + "runtimebridge/engine", "compiles " + base + "runtimebridge/engine"}},
		"the server compiles SQLite":           {made("mcpserver", deps("modernc.org/libc")), []string{"compiles modernc.org/libc"}},
		"a neighbour of a name is no part":     {made("mcpserver", imports(base+"mcpcontractsx")), []string{"imports " + base + "mcpcontractsx"}},
		"viper outside its package":            {made("openprogram-cli/internal/cli", imports("github.com/spf13/viper")), []string{"imports github.com/spf13/viper"}},
		"viper in its package":                 {made("openprogram-cli/internal/config", imports("github.com/spf13/viper")), nil},
		"settings that know the engine":        {made("openprogram-cli/internal/config", imports(base+"runtimebridge/engine")), []string{"imports " + base + "runtimebridge/engine"}},
		"a test may compare":                   {made("authority", testImports("github.com/google/go-cmp/cmp")), nil},
		"a test may not reach across":          {made("mcpserver", testImports(base+"runtimebridge/engine")), []string{"imports " + base + "runtimebridge/engine in tests"}},
		"code may not use what tests may":      {made("authority", imports("github.com/google/go-cmp/cmp")), []string{"imports github.com/google/go-cmp/cmp"}},
		"cgo":                                  {made("mcpauth", func(p *listed) { p.CgoFiles = []string{"x.go"} }), []string{"uses cgo"}},
		"a package that nobody has a rule for": {listed{ImportPath: "example.org/x"}, []string{"no rule is for this package"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var want []string
			for _, fault := range c.want {
				want = append(want, c.p.ImportPath+": "+fault)
			}
			if got := checkPackages([]listed{c.p}); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestCheckModFile(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a", "go.mod"), "module example.org/a\n\ngo 1.26.0\n\nreplace example.org/b v0.1.0 => ../b\n\nexclude example.org/c v0.2.0\n")
	write(t, filepath.Join(root, "b", "go.mod"), "module example.org/b\n\ngo 1.26.0\n")
	got, err := checkModFile(root, "a")
	if want := []string{"a/go.mod: replaces example.org/b", "a/go.mod: excludes example.org/c"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err := checkModFile(root, "b"); err != nil || len(got) != 0 {
		t.Errorf("a clean module: %q, %v", got, err)
	}
}

// The whole way from files to a fault, with the go command in between.
func TestRunFindsAForbiddenImport(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "go.work"), "go 1.26.0\n\nuse (\n\t./authority\n\t./mcpauth\n)\n")
	write(t, filepath.Join(root, "mcpauth", "go.mod"), "module "+base+"mcpauth\n\ngo 1.26.0\n")
	write(t, filepath.Join(root, "mcpauth", "doc.go"), "package mcpauth\n")
	write(t, filepath.Join(root, "authority", "go.mod"), "module "+base+"authority\n\ngo 1.26.0\n")
	write(t, filepath.Join(root, "authority", "doc.go"), "package authority\n\nimport _ \"os\"\n")
	faults, packages, err := run(root)
	if err != nil || packages != 2 || len(faults) != 0 {
		t.Fatalf("a clean workspace: %q, %d packages, %v", faults, packages, err)
	}
	// Only on one system, where a check that looks at one system is blind.
	write(t, filepath.Join(root, "authority", "far_windows.go"), "package authority\n\nimport _ \""+base+"mcpauth\"\n")
	faults, _, err = run(root)
	if want := []string{base + "authority: imports " + base + "mcpauth"}; err != nil || !slices.Equal(faults, want) {
		t.Errorf("got %q, %v, want %q", faults, err, want)
	}
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
