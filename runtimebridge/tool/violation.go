package tool

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// maxPath bounds the path of a violation, which schemas with long names repeat.
const maxPath = 160

// first picks the violation that sorts first by path and keyword, so that the
// same arguments are always refused in the same words.
func (s *schema) first(root *jsonschema.ValidationError, arguments any) *runtimebridge.ArgumentError {
	var found []*runtimebridge.ArgumentError
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if descends(e) {
			for _, cause := range e.Causes {
				walk(cause)
			}
			return
		}
		keyword, place := keywordOf(e)
		found = append(found, &runtimebridge.ArgumentError{Path: s.path(place, arguments), Keyword: keyword})
	}
	walk(root)
	return slices.MinFunc(found, func(a, b *runtimebridge.ArgumentError) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Keyword, b.Keyword))
	})
}

// descends reports whether a violation only gathers others. Those of a choice
// (anyOf, oneOf, contains) are not told: the choice as a whole failed.
func descends(e *jsonschema.ValidationError) bool {
	switch e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		return len(e.Causes) > 0
	}
	return false
}

// keywordOf names the keyword that failed and the place of the value that it is
// about.
func keywordOf(e *jsonschema.ValidationError) (keyword string, place []string) {
	place = e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.FalseSchema:
		last := e.SchemaURL[strings.LastIndexByte(e.SchemaURL, '/')+1:]
		if strings.HasPrefix(last, "unevaluated") && len(place) > 0 {
			return last, place[:len(place)-1]
		}
		return "false", place
	case *kind.Not:
		return "not", place
	case *kind.RefCycle:
		return "$ref", place
	case *kind.Dependency:
		return "dependencies", place
	case *kind.InvalidJsonValue:
		return "type", place
	default:
		if path := k.KeywordPath(); len(path) > 0 {
			return path[0], place
		}
		return "schema", place
	}
}

// path writes a place as $.name[0]. A name that only the caller chose is
// written as *.
func (s *schema) path(place []string, value any) string {
	path := "$"
	for _, token := range place {
		switch v := value.(type) {
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v) {
				return path
			}
			path, value = indexPath(path, i), v[i]
		case map[string]any:
			path, value = namePath(path, token, s.declared), v[token]
		}
		if len(path) > maxPath {
			return path[:maxPath]
		}
	}
	return path
}

func indexPath(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func namePath(path, name string, declared map[string]bool) string {
	if !declared[name] {
		name = "*"
	}
	return path + "." + name
}
