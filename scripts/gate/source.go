package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// source is one Go file.
type source struct {
	path string // slashed, below the root
	dir  string // of its package
	test bool
	file *ast.File
	at   *token.FileSet
}

// sources parses every Go file that the go command would compile for anybody:
// not those in testdata.
func (t *tree) sources() ([]source, error) {
	var all []source
	at := token.NewFileSet()
	err := t.walk(func(name string) error {
		if !strings.HasSuffix(name, ".go") || slices.Contains(strings.Split(name, "/"), "testdata") {
			return nil
		}
		file, err := parser.ParseFile(at, filepath.Join(t.root, filepath.FromSlash(name)), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		all = append(all, source{path: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), file: file, at: at})
		return nil
	})
	return all, err
}

// line is where a node stands, as path:line.
func (s source) line(n ast.Node) int { return s.at.Position(n.Pos()).Line }

// module is the first element of the directory: the name of the module.
func (s source) module() string {
	name, _, _ := strings.Cut(s.dir, "/")
	return name
}
