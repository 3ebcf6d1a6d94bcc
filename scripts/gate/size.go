package main

import (
	"context"
	"fmt"
	"go/ast"
	"path"
	"regexp"
)

const (
	longestFunction = 60  // lines, test functions and tables left out
	longestFile     = 300 // lines
)

// A file that is named after no concept collects whatever comes.
var drawer = regexp.MustCompile(`^(utils?|helpers?|common|misc|shared|types|manager)(_.*)?\.go$`)

// sized finds functions and files that are too long to be read at once.
func sized(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, s := range all {
		if drawer.MatchString(path.Base(s.path)) {
			faults = append(faults, s.path+": is named after no concept")
		}
		if s.test {
			continue
		}
		if lines := s.at.File(s.file.Pos()).LineCount(); lines > longestFile {
			faults = append(faults, fmt.Sprintf("%s: has %d lines, more than %d", s.path, lines, longestFile))
		}
		for _, declaration := range s.file.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := s.at.Position(function.End()).Line - s.line(function) + 1
			if lines > longestFunction {
				faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines, more than %d", s.path, s.line(function), function.Name.Name, lines, longestFunction))
			}
		}
	}
	return faults, nil
}
