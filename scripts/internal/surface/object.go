package surface

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// writeObject writes one exported object, with what can be named through it.
func writeObject(text *strings.Builder, object types.Object) {
	inside := within(object.Pkg())
	switch o := object.(type) {
	case *types.Const:
		fmt.Fprintf(text, "const %s %s = %s\n", o.Name(), types.TypeString(o.Type(), inside), o.Val().ExactString())
	case *types.TypeName:
		writeType(text, o, inside)
	default:
		fmt.Fprintln(text, types.ObjectString(object, inside))
	}
}

// within names what is in the package itself by its name alone, and what is in
// this repository by its path below it.
func within(p *types.Package) types.Qualifier {
	return func(other *types.Package) string {
		if other == p {
			return ""
		}
		return strings.TrimPrefix(other.Path(), workspace.Base)
	}
}

func writeType(text *strings.Builder, name *types.TypeName, inside types.Qualifier) {
	named, ok := name.Type().(*types.Named)
	if !ok || name.IsAlias() {
		fmt.Fprintln(text, types.ObjectString(name, inside))
		return
	}
	head := "type " + types.TypeString(named, inside)
	switch underlying := named.Underlying().(type) {
	case *types.Struct:
		fmt.Fprintln(text, head, "struct")
		writeFields(text, underlying, inside)
	case *types.Interface:
		fmt.Fprintln(text, head, "interface")
		writeInterface(text, underlying, inside)
	default:
		fmt.Fprintln(text, head, types.TypeString(underlying, inside))
	}
	writeMethods(text, named, inside)
}

func writeFields(text *strings.Builder, s *types.Struct, inside types.Qualifier) {
	hidden := false
	for i := range s.NumFields() {
		field := s.Field(i)
		if !field.Exported() {
			hidden = true
			continue
		}
		line := "\t" + field.Name() + " " + types.TypeString(field.Type(), inside)
		if field.Embedded() {
			line = "\t" + types.TypeString(field.Type(), inside)
		}
		if tag := s.Tag(i); tag != "" {
			line += " `" + tag + "`"
		}
		fmt.Fprintln(text, line)
	}
	if hidden {
		fmt.Fprintln(text, "\t(hidden fields)")
	}
}

func writeInterface(text *strings.Builder, i *types.Interface, inside types.Qualifier) {
	hidden := false
	for n := range i.NumMethods() {
		method := i.Method(n)
		if !method.Exported() {
			hidden = true
			continue
		}
		fmt.Fprintf(text, "\t%s%s\n", method.Name(), strings.TrimPrefix(types.TypeString(method.Type(), inside), "func"))
	}
	for n := range i.NumEmbeddeds() {
		if union, ok := i.EmbeddedType(n).(*types.Union); ok {
			fmt.Fprintf(text, "\t%s\n", types.TypeString(union, inside))
		}
	}
	if hidden {
		fmt.Fprintln(text, "\t(hidden methods: nobody else can implement it)")
	}
}

func writeMethods(text *strings.Builder, named *types.Named, inside types.Qualifier) {
	var lines []string
	for method := range named.Methods() {
		if method.Exported() {
			lines = append(lines, "\t"+types.ObjectString(method, inside))
		}
	}
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Fprintln(text, line)
	}
}
