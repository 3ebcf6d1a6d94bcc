package main

import (
	"context"
	"go/ast"
	"slices"
	"strings"
)

// endless are packages with a goroutine that may outlive a test, and why.
var endless = map[string]string{
	"openprogram-cli/internal/cli":  "a read of the terminal cannot be ended before the process",
	"runtimebridge/store/storetest": "its goroutines are ended within each test of the suite, and stores look for leaks",
}

// watchers are the packages that a test finds a leak with. A bubble of synctest
// does not end while a goroutine of its own is left.
var watchers = []string{"go.uber.org/goleak", "testing/synctest"}

// leakTested finds packages that start goroutines and whose tests do not look for
// ones that are left.
func leakTested(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	starts, looks := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		if s.module() == "scripts" {
			continue
		}
		if s.test {
			looks[s.dir] = looks[s.dir] || usesLeakTest(s.file)
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			_, ok := n.(*ast.GoStmt)
			starts[s.dir] = starts[s.dir] || ok
			return true
		})
	}
	var faults []string
	for dir, yes := range starts {
		if yes && !looks[dir] && endless[dir] == "" {
			faults = append(faults, dir+": starts goroutines and its tests look for no leaks")
		}
	}
	slices.Sort(faults)
	return faults, nil
}

func usesLeakTest(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool {
		return slices.Contains(watchers, strings.Trim(i.Path.Value, `"`))
	})
}
