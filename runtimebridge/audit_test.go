package runtimebridge_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Every kind that has a name is listed, in the order of the names.
func TestAuditTypes(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "audit.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var want []runtimebridge.AuditType
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, runtimebridge.AuditType(text))
		return true
	})
	if diff := cmp.Diff(want, runtimebridge.AuditTypes()); diff != "" || len(want) == 0 {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
