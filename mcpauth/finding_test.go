package mcpauth

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

func TestEveryFindingHasWords(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "finding.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "FindingCode" {
			return true
		}
		declared++
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		if found := finding(FindingCode(code), ""); found.Problem == "" || found.Remedy == "" {
			t.Errorf("%s has no words", code)
		}
		return true
	})
	if declared != len(findingTexts) {
		t.Errorf("%d codes are declared and %d have words", declared, len(findingTexts))
	}
}

func TestAnUnexpectedErrorIsAFindingToo(t *testing.T) {
	if found := findingOf(errors.New("secret")); found.Code != FindingTokenUnreadable || found.Problem == "" {
		t.Errorf("finding %+v", found)
	}
}

func TestFaultsHaveNoPath(t *testing.T) {
	f := &fault{code: FindingTokenMode, path: "/secret"}
	if f.Error() != "mcpauth: token_mode" {
		t.Errorf("text %q", f)
	}
}
