package main

import (
	"context"
	"go/ast"
	"os"
	"path/filepath"
	"strings"
)

// shown are the packages that somebody imports first, below the root. Programs
// have none.
var shown = []string{
	"mcpcontracts", "mcpauth", "authority", "mcpserver",
	"runtimebridge", "runtimebridge/audit", "runtimebridge/engine", "runtimebridge/event", "runtimebridge/file",
	"runtimebridge/memory", "runtimebridge/provider/openai", "runtimebridge/provider/recall", "runtimebridge/question",
	"runtimebridge/remote", "runtimebridge/run", "runtimebridge/sqlitestore", "runtimebridge/store/jsonl", "runtimebridge/tool",
}

// exemplified finds packages that show nobody how they are used.
func exemplified(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for _, s := range all {
		if !s.test {
			continue
		}
		for _, declaration := range s.file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			has[s.dir] = has[s.dir] || ok && strings.HasPrefix(function.Name.Name, "Example")
		}
	}
	var faults []string
	for _, dir := range shown {
		if _, err := os.Stat(filepath.Join(t.root, filepath.FromSlash(dir))); err == nil && !has[dir] {
			faults = append(faults, dir+": has no Example")
		}
	}
	return faults, nil
}
