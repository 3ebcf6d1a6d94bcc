package main

import (
	"context"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// documented finds packages without a comment that says what they are for, and
// exported identifiers without one that begins with their name. One comment
// serves a group of constants or variables.
func documented(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	packages := map[string]bool{}
	var faults []string
	for _, s := range all {
		if s.test {
			continue
		}
		packages[s.dir] = packages[s.dir] || s.file.Doc.Text() != ""
		for _, declaration := range s.file.Decls {
			for _, name := range undocumented(declaration) {
				faults = append(faults, fmt.Sprintf("%s:%d: %s needs a comment that begins with its name", s.path, s.line(name), name.Name))
			}
		}
	}
	for dir, has := range packages {
		if !has {
			faults = append(faults, dir+": the package needs a comment")
		}
	}
	slices.Sort(faults)
	return faults, nil
}

func undocumented(declaration ast.Decl) []*ast.Ident {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && exportedReceiver(d) && !begins(d.Doc, d.Name.Name) {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range d.Specs {
			names = append(names, undocumentedSpec(d, spec)...)
		}
		return names
	}
	return nil
}

func undocumentedSpec(group *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && !begins(s.Doc, s.Name.Name) && (group.Lparen.IsValid() || !begins(group.Doc, s.Name.Name)) {
			return []*ast.Ident{s.Name}
		}
	case *ast.ValueSpec:
		if group.Doc.Text() != "" || s.Doc.Text() != "" || s.Comment.Text() != "" {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(s.Names), func(name *ast.Ident) bool { return !name.IsExported() })
	}
	return nil
}

// exportedReceiver reports whether a function is a method that others can see, or
// no method at all.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	receiver := f.Recv.List[0].Type
	for {
		switch r := receiver.(type) {
		case *ast.StarExpr:
			receiver = r.X
		case *ast.IndexExpr:
			receiver = r.X
		case *ast.IndexListExpr:
			receiver = r.X
		case *ast.Ident:
			return r.IsExported()
		default:
			return true
		}
	}
}

func begins(doc *ast.CommentGroup, name string) bool {
	text := doc.Text()
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	rest, ok := strings.CutPrefix(text, name)
	return ok && (rest == "" || strings.ContainsRune(" \n,.:;'", rune(rest[0])))
}
