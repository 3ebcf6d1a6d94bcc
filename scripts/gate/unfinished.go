package main

import (
	"context"
	"fmt"
	"go/ast"
	"regexp"
)

var later = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)

// skipping are the methods of testing.T by which a test leaves itself out.
var skipping = map[string]bool{"Skip": true, "Skipf": true, "SkipNow": true}

// finished finds tests that leave themselves out and comments that put work off.
func finished(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, s := range all {
		for _, group := range s.file.Comments {
			if later.MatchString(group.Text()) {
				faults = append(faults, fmt.Sprintf("%s:%d: puts something off", s.path, s.line(group)))
			}
		}
		if !s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			receiver, named := receiverName(method, ok)
			if named && skipping[method.Sel.Name] && (receiver == "t" || receiver == "b" || receiver == "f") {
				faults = append(faults, fmt.Sprintf("%s:%d: leaves a test out", s.path, s.line(call)))
			}
			return true
		})
	}
	return faults, nil
}

func receiverName(method *ast.SelectorExpr, ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	receiver, ok := method.X.(*ast.Ident)
	if !ok {
		return "", false
	}
	return receiver.Name, true
}
