package main

import "context"

// gate is one thing that has to be true. run gives a line for each fault that it
// finds, and an error when it could not look.
type gate struct {
	name string
	why  string
	run  func(ctx context.Context, t *tree) (faults []string, err error)
}

// skipped is the error of a gate that had to be left out for a reason that lies
// outside the tree.
type skipped struct{ reason string }

func (s skipped) Error() string { return s.reason }

// gates are run in this order: what is quick and fails often comes first.
var gates = []gate{
	{"gofmt", "one way to write Go", formatted},
	{"unfinished", "no skipped test, no note to do something later", finished},
	{"size", "functions and files that fit a screen and a head", sized},
	{"documented", "every exported identifier and every package says what it is", documented},
	{"examples", "an Example where an importer looks for one", exemplified},
	{"fuzz", "what parses foreign bytes is fuzzed, and its seeds run with every test", fuzzed},
	{"startup", "nothing is compiled before it is needed", idle},
	{"leaks", "a package that starts goroutines looks for leaked ones in its tests", leakTested},
	{"licence", "every module carries the licence, and no file another one", licensed},
	{"changelogs", "a changelog for each module, and what was released is not rewritten", logged},
	{"modfiles", "no replacement, the promised Go version, a workspace that matches", required},
	{"workflows", "actions by commit, least permissions, releases by tag prefix", automated},
	{"actionlint", "no workflow that would be refused, or fail for a wrong name", acceptable},
	{"imports", "who may import whom", imported},
	{"vet", "what the Go team finds suspicious, and nothing newer than the go line", vetted},
	{"api", "a change of the exported API is seen in review", unsurprising},
	{"staticcheck", "what staticcheck finds wrong or unused", staticallyChecked},
	{"vulnerabilities", "no known vulnerability is reached", invulnerable},
	{"coverage", "the modules that decide about rights and bytes are tested throughout", covered},
	{"minimum", "each module builds with exactly the Go that its go.mod asks for", minimal},
	{"modeless", "tokens are refused where a file cannot be kept private", refused},
	{"platforms", "builds without cgo on six platforms, tests and all", portable},
}

// find finds a gate by its name.
func find(name string) (gate, bool) {
	for _, g := range gates {
		if g.name == name {
			return g, true
		}
	}
	return gate{}, false
}
