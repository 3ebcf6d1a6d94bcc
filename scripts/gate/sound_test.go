package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
	"github.com/openprogram/openprogram-go/scripts/internal/modproxy"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

const (
	soundLog = "# Changelog\n\n## Unreleased\n\n" + changelog.Lock + "\n"

	releasedLog = soundLog + "\n## v0.1.0 - 2000-01-02\n\n- A.\n"

	soundWorkflow = `name: release
on:
  push:
    tags:
      - "authority/v*"
      - "mcpauth/v*"
      - "mcpcontracts/v*"
      - "openprogram-cli/v*"
permissions:
  contents: read
jobs:
  one:
    runs-on: ubuntu-24.04
    permissions:
      contents: write
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - run: |
          echo "$TAG"
        env:
          TAG: ${{ github.ref_name }}
`

	soundProgram = `// Command openprogram says how many.
package main

import (
	"fmt"

	"` + workspace.Base + `authority"
)

func main() { fmt.Println(authority.Double(1)) }
`
)

// sound writes a small workspace that passes every gate: the three modules whose
// coverage counts, and the program.
func sound(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{
		"LICENSE":                       "free\n",
		".github/workflows/release.yml": soundWorkflow,
		"openprogram-cli/go.mod": "module " + workspace.Base + "openprogram-cli\n\ngo 1.26.0\n\nrequire " +
			workspace.Base + "authority v0.1.0\n",
		"openprogram-cli/cmd/openprogram/main.go": soundProgram,
		"go.work": "go 1.26.0\n\nuse (\n\t./authority\n\t./mcpauth\n\t./mcpcontracts\n\t./openprogram-cli\n)\n\nreplace " +
			workspace.Base + "authority v0.1.0 => ./authority\n",
	}
	for name, goVersion := range map[string]string{"authority": "1.24.0", "mcpauth": "1.25.0", "mcpcontracts": "1.24.0"} {
		files[name+"/go.mod"] = "module " + workspace.Base + name + "\n\ngo " + goVersion + "\n"
		files[name+"/"+name+".go"] = soundCode(name)
		files[name+"/"+name+"_test.go"] = soundTest(name)
	}
	for _, name := range []string{"authority", "mcpauth", "mcpcontracts", "openprogram-cli"} {
		files[name+"/CHANGELOG.md"] = soundLog
		files[name+"/LICENSE"] = "free\n"
	}
	files["mcpauth/CHANGELOG.md"] = releasedLog
	write(t, root, files)
	return root
}

func soundCode(name string) string {
	return fmt.Sprintf(`// Package %s doubles.
package %[1]s

import "strings"

// Double is twice n.
func Double(n int) int { return len(strings.Repeat("xx", n)) }
`, name)
}

func soundTest(name string) string {
	return fmt.Sprintf(`package %[1]s_test

import (
	"fmt"
	"testing"

	"`+workspace.Base+`%[1]s"
)

func Example() {
	fmt.Println(%[1]s.Double(2))
	// Output: 4
}

func FuzzDouble(f *testing.F) {
	f.Add(3)
	f.Fuzz(func(t *testing.T, n int) {
		if n >= 0 && n < 1000 && %[1]s.Double(n) != 2*n {
			t.Error(n)
		}
	})
}
`, name)
}

// database writes a vulnerability database, with one vulnerability of the standard
// library that the sound workspace reaches, or with none.
func database(t *testing.T, vulnerable bool) string {
	t.Helper()
	root := t.TempDir()
	modules, vulnerabilities := "[]", "[]"
	if vulnerable {
		modules = `[{"path":"stdlib","vulns":[{"id":"GO-2000-0001","modified":"2000-01-02T00:00:00Z"}]}]`
		vulnerabilities = `[{"id":"GO-2000-0001","modified":"2000-01-02T00:00:00Z"}]`
	}
	write(t, root, map[string]string{
		"index/db.json":      `{"modified":"2000-01-02T00:00:00Z"}`,
		"index/modules.json": modules,
		"index/vulns.json":   vulnerabilities,
		"ID/GO-2000-0001.json": `{"schema_version":"1.3.1","id":"GO-2000-0001","modified":"2000-01-02T00:00:00Z",
			"summary":"Repeating","details":"Repeating.","affected":[{"package":{"name":"stdlib","ecosystem":"Go"},
			"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}],
			"ecosystem_specific":{"imports":[{"path":"strings","symbols":["Repeat"]}]}}]}`,
	})
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return modproxy.DirectoryURL(absolute)
}

// lines repeats a line of Go.
func lines(n int, line string) string { return strings.Repeat(line+"\n", n) }
