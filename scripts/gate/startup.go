package main

import (
	"context"
	"fmt"
	"go/ast"
	"strings"
)

// idle finds patterns that are compiled when a package is loaded: every command
// would wait for them, and most use none.
func idle(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, s := range all {
		if s.test || strings.HasPrefix(s.path, "scripts/") || strings.HasSuffix(s.file.Name.Name, "test") {
			continue
		}
		for _, declared := range s.file.Decls {
			if group, ok := declared.(*ast.GenDecl); ok {
				ast.Inspect(group, func(n ast.Node) bool {
					if compilesPattern(n) {
						faults = append(faults, fmt.Sprintf("%s:%d: compiles a pattern when the package is loaded", s.path, s.line(n)))
					}
					_, later := n.(*ast.FuncLit)
					return !later
				})
			}
		}
	}
	return faults, nil
}

func compilesPattern(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := function.X.(*ast.Ident)
	return ok && of.Name == "regexp" && strings.Contains(function.Sel.Name, "Compile")
}
