package main

import (
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

func workflow(before, after string) map[string]string {
	return map[string]string{".github/workflows/release.yml": strings.Replace(soundWorkflow, before, after, 1)}
}

func code(text string) map[string]string {
	return map[string]string{"authority/more.go": "package authority\n\n" + text}
}

func test(text string) map[string]string {
	return map[string]string{"authority/more_test.go": "package authority_test\n\n" + text}
}

func authorityMod(more string) map[string]string {
	return map[string]string{"authority/go.mod": "module " + workspace.Base + "authority\n\ngo 1.24.0\n" + more}
}

// faults are what somebody could do wrong. Each is planted alone.
var faults = []fault{
	{gate: "gofmt", name: "spaces", files: code("func  hidden() {}\n"), want: "authority/more.go: is not formatted"},

	{gate: "unfinished", name: "a comment", files: code("// TO" + "DO: later\n"), want: "more.go:3: puts something off"},
	{gate: "unfinished", name: "a test left out", files: test("import \"testing\"\n\nfunc TestX(t *testing.T) { t.SkipNow() }\n"), want: "more_test.go:5: leaves a test out"},

	{gate: "size", name: "a function", files: code("func long() {\n" + lines(60, "\tprintln()") + "}\n"), want: "long has 62 lines"},
	{gate: "size", name: "a file", files: code(lines(300, "// x")), want: "has 302 lines"},
	{gate: "size", name: "a drawer", files: map[string]string{"authority/utils.go": "package authority\n"}, want: "authority/utils.go: is named after no concept"},

	{gate: "documented", name: "a function", files: code("func Bare() {}\n"), want: "more.go:3: Bare needs a comment"},
	{gate: "documented", name: "a comment about something else", files: code("// Other does it.\nfunc Bare() {}\n"), want: "Bare needs a comment"},
	{gate: "documented", name: "a method", files: code("// T is a type.\ntype T[X any] struct{}\n\nfunc (*T[X]) Bare() {}\n"), want: "Bare needs a comment"},
	{gate: "documented", name: "a type in a group", files: code("// Types.\ntype (\n\tBare int\n)\n"), want: "Bare needs a comment"},
	{gate: "documented", name: "a constant", files: code("const Bare = 1\n"), want: "Bare needs a comment"},
	{gate: "documented", name: "a package", files: map[string]string{"authority/internal/x/x.go": "package x\n"}, want: "authority/internal/x: the package needs a comment"},

	{gate: "examples", name: "none", files: map[string]string{"mcpauth/mcpauth_test.go": ""}, want: "mcpauth: has no Example"},

	{gate: "fuzz", name: "none", files: map[string]string{"mcpauth/mcpauth_test.go": ""}, want: "mcpauth: has no fuzz target"},
	{gate: "fuzz", name: "no seed", files: test("import \"testing\"\n\nfunc FuzzX(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, n int) {})\n}\n"), want: "more_test.go:5: FuzzX has no seed"},

	{gate: "startup", name: "a pattern", files: code("import \"regexp\"\n\nvar hidden = regexp.MustCompile(\"x\")\n"), want: "more.go:5: compiles a pattern"},

	{gate: "leaks", name: "a goroutine", files: code("func start() {\n\tgo func() {}()\n}\n"), want: "authority: starts goroutines"},

	{gate: "licence", name: "none", files: map[string]string{"mcpauth/LICENSE": ""}, want: "mcpauth: has no LICENSE"},
	{gate: "licence", name: "another", files: map[string]string{"mcpauth/LICENSE": "not free\n"}, want: "mcpauth/LICENSE: differs"},
	{gate: "licence", name: "a file", files: code("// SPDX-License-" + "Identifier: GPL-3.0-only\n"), want: "more.go: claims the licence GPL-3.0-only"},

	{gate: "changelogs", name: "none", files: map[string]string{"mcpauth/CHANGELOG.md": ""}, want: "mcpauth: has no CHANGELOG.md"},
	{gate: "changelogs", name: "no lock", files: map[string]string{"mcpauth/CHANGELOG.md": "# Changelog\n\n## Unreleased\n"}, want: "needs one line"},
	{gate: "changelogs", name: "a release without a tag", files: map[string]string{"mcpauth/CHANGELOG.md": strings.Replace(releasedLog, "## v0.1.0", "## v0.2.0 - 2000-01-03\n\n- B.\n\n## v0.1.0", 1)}, want: "has v0.1.0, and no tag has"},
	{gate: "changelogs", name: "a changed release", tag: "mcpauth/v0.1.0", files: map[string]string{"mcpauth/CHANGELOG.md": strings.Replace(releasedLog, "- A.", "- B.", 1)}, want: "differs from tag mcpauth/v0.1.0"},

	{gate: "modfiles", name: "a replacement", files: authorityMod("\nreplace example.org/x => ../x\n"), want: "authority/go.mod: replaces example.org/x"},
	{gate: "modfiles", name: "an exclusion", files: authorityMod("\nexclude example.org/x v1.0.0\n"), want: "authority/go.mod: excludes example.org/x"},
	{gate: "modfiles", name: "a toolchain", files: authorityMod("\ntoolchain go1.26.0\n"), want: "authority/go.mod: names a toolchain"},
	{gate: "modfiles", name: "a newer Go", files: map[string]string{"authority/go.mod": "module " + workspace.Base + "authority\n\ngo 1.26.0\n"}, want: "needs Go 1.26.0, but Go 1.24.0 is promised"},
	{gate: "modfiles", name: "a placeholder", files: authorityMod("\nrequire " + workspace.Base + "mcpauth v0.0.0\n"), want: "which will never be released"},
	{gate: "modfiles", name: "a workspace that lags behind", files: authorityMod("\nrequire " + workspace.Base + "mcpauth v0.1.0\n"), want: "go.work: replaces"},

	{gate: "workflows", name: "a tag of an action", files: workflow("@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2", "@v4"), want: "actions/checkout@v4 is not pinned"},
	{gate: "workflows", name: "credentials", files: workflow("persist-credentials: false", "fetch-depth: 0"), want: "keeps its credentials"},
	{gate: "workflows", name: "no permissions", files: workflow("permissions:\n  contents: read\n", ""), want: "does not say its permissions"},
	{gate: "workflows", name: "too many permissions", files: workflow("permissions:\n  contents: read\n", "permissions:\n  contents: write\n"), want: "every job may write"},
	{gate: "workflows", name: "a stranger's code", files: workflow("  push:\n", "  pull_request_target:\n  push:\n"), want: "would run with rights"},
	{gate: "workflows", name: "an expression in a script", files: workflow(`echo "$TAG"`, `echo "${{ github.ref_name }}"`), want: "a script contains an expression"},
	{gate: "workflows", name: "any tag", files: workflow(`"mcpauth/v*"`, `"*"`), want: "runs on tags like *"},
	{gate: "workflows", name: "a forgotten module", files: workflow("      - \"mcpauth/v*\"\n", ""), want: "nothing runs on tags like mcpauth/v*"},

	{gate: "actionlint", name: "a name that is not there", files: workflow("github.ref_name", "github.reff_name"), want: `property "reff_name" is not defined`},
	{gate: "actionlint", name: "a job that runs nowhere", files: workflow("    runs-on: ubuntu-24.04\n", ""), want: `"runs-on" section is missing`},

	{gate: "imports", name: "a neighbour", files: code("import _ \"" + workspace.Base + "mcpauth\"\n"), want: "authority: imports " + workspace.Base + "mcpauth"},

	{gate: "vet", name: "a format", files: code("import \"fmt\"\n\nfunc hidden() { fmt.Printf(\"%d\\n\", \"x\") }\n"), want: "more.go:5"},
	{gate: "vet", name: "a function newer than the go line", files: code("import \"sync\"\n\nfunc hidden(g *sync.WaitGroup) { g.Go(func() {}) }\n"), want: "requires go1.25"},
	{gate: "vet", name: "a language newer than the go line", files: code("type list[T any] = []T\n\nfunc hidden() *int { return new(3) }\n"), want: "go1.26"},

	{gate: "api", name: "a new function", files: code("// More is more.\nfunc More() {}\n"), want: "authority.txt: + func More()"},
	{gate: "api", name: "a changed function", files: map[string]string{"mcpauth/mcpauth.go": strings.Replace(soundCode("mcpauth"), "Double(n int) int", "Double(n int) (m int)", 1)}, want: "mcpauth.txt: - func Double(n int) int"},

	{gate: "staticcheck", name: "unused", files: code("func hidden() {}\n"), want: "func hidden is unused (U1000)"},

	{gate: "coverage", name: "untested code", files: code("func hidden(n int) int {\n" + lines(3, "\tn++") + "\treturn n\n}\n"), want: "authority: "},
	{gate: "coverage", name: "a failing test", files: test("import \"testing\"\n\nfunc TestX(t *testing.T) { t.Error(\"red\") }\n"), want: "FAIL: TestX"},

	{gate: "minimum", name: "a function newer than the toolchain", files: code("import \"sync\"\n\nfunc hidden(g *sync.WaitGroup) { g.Go(func() {}) }\n"), want: "authority on Go 1.24.0: "},
	{gate: "minimum", name: "a program", files: map[string]string{"openprogram-cli/cmd/openprogram/main.go": "// Command openprogram is unfinished.\npackage main\n\nfunc main() { missing() }\n"}, want: "openprogram-cli on Go 1.26.0: "},

	{gate: "modeless", name: "a test of such systems", files: map[string]string{"mcpauth/more_js_test.go": "package mcpauth_test\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { t.Error(\"red\") }\n"}, want: "FAIL: TestX"},

	{gate: "platforms", name: "one system", files: map[string]string{"authority/more_windows.go": "package authority\n\nfunc hidden() { missing() }\n"}, want: "windows/amd64: "},
	{gate: "platforms", name: "a test of one system", files: map[string]string{"authority/more_darwin_test.go": "package authority_test\n\nfunc hidden() { missing() }\n"}, want: "darwin/amd64: "},
	{gate: "platforms", name: "one processor", files: map[string]string{"authority/more_arm64.go": "package authority\n\nfunc hidden() { missing() }\n"}, want: "linux/arm64: "},
}
