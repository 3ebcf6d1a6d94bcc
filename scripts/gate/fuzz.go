package main

import (
	"context"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// parsers are the packages that read what somebody else has written.
var parsers = []string{
	"mcpcontracts",       // arguments
	"mcpauth",            // a token file
	"authority",          // rules, paths
	"mcpserver",          // frames, contents
	"runtimebridge/file", // patches
}

// fuzzed finds parsers without a fuzz target and targets without a seed: go test
// runs the seeds each time, and a target without one tests nothing there.
func fuzzed(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	var faults []string
	for _, s := range all {
		if !s.test {
			continue
		}
		for _, declaration := range s.file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Recv != nil || !strings.HasPrefix(function.Name.Name, "Fuzz") {
				continue
			}
			has[s.dir] = true
			if !t.seeded(s, function) {
				faults = append(faults, fmt.Sprintf("%s:%d: %s has no seed", s.path, s.line(function), function.Name.Name))
			}
		}
	}
	for _, dir := range parsers {
		if _, err := os.Stat(filepath.Join(t.root, filepath.FromSlash(dir))); err == nil && !has[dir] {
			faults = append(faults, dir+": has no fuzz target")
		}
	}
	slices.Sort(faults)
	return faults, nil
}

// seeded reports whether a target has a file of seeds, or adds some: itself, or by
// handing its *testing.F on.
func (t *tree) seeded(s source, target *ast.FuncDecl) bool {
	corpus := filepath.Join(t.root, filepath.FromSlash(s.dir), "testdata", "fuzz", target.Name.Name)
	if entries, err := os.ReadDir(corpus); err == nil && len(entries) > 0 {
		return true
	}
	parameter := "f"
	if names := target.Type.Params.List[0].Names; len(names) == 1 {
		parameter = names[0].Name
	}
	found := false
	ast.Inspect(target.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, isMethod := call.Fun.(*ast.SelectorExpr)
		receiver, named := receiverName(method, isMethod)
		found = found || named && receiver == parameter && method.Sel.Name == "Add"
		for _, argument := range call.Args {
			identifier, ok := argument.(*ast.Ident)
			found = found || ok && identifier.Name == parameter
		}
		return true
	})
	return found
}
