package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// schema is a compiled input schema, safe for use from many goroutines.
type schema struct {
	compiled *jsonschema.Schema
	declared map[string]bool // every property name that the schema itself writes down
}

var (
	errNoObjectSchema = errors.New("tool: the input schema is not one of type object")
	errForeignSchema  = errors.New("tool: a schema is never loaded from outside")
)

// compileSchema compiles an input schema: Draft 2020-12 unless it names another
// draft. It has to describe an object and to stand alone.
func compileSchema(raw []byte) (*schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if object, ok := document.(map[string]any); !ok || object["type"] != "object" {
		return nil, errNoObjectSchema
	}
	const name = "urn:openprogram:tool"
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	compiler.UseRegexpEngine(compilePattern)
	if err := compiler.AddResource(name, document); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(name)
	if err != nil {
		return nil, err
	}
	declared := map[string]bool{}
	collectNames(document, declared)
	return &schema{compiled: compiled, declared: declared}, nil
}

// check reports the first violation as an *ArgumentError, or nil. The arguments
// are not changed and nothing in them is converted.
func (s *schema) check(arguments map[string]any) error {
	if path, ok := oddNumber(arguments, "$", s.declared); !ok {
		return &runtimebridge.ArgumentError{Path: path, Keyword: "type"}
	}
	err := s.compiled.Validate(arguments)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return &runtimebridge.ArgumentError{Path: "$", Keyword: "type"}
	}
	return s.first(invalid, arguments)
}

// noLoader refuses every $ref that leaves the schema: the default one would
// read files.
type noLoader struct{}

// Load refuses.
func (noLoader) Load(string) (any, error) { return nil, errForeignSchema }

// collectNames adds the keys of every "properties" object in a schema document.
// A name too many does no harm: the schema's author wrote it.
func collectNames(node any, names map[string]bool) {
	switch v := node.(type) {
	case []any:
		for _, item := range v {
			collectNames(item, names)
		}
	case map[string]any:
		properties, _ := v["properties"].(map[string]any)
		for name := range properties {
			names[name] = true
		}
		for _, value := range v {
			collectNames(value, names)
		}
	}
}

// oddNumber looks for a number whose exact value would take long to compute and
// gives its path; ok when there is none.
func oddNumber(value any, path string, declared map[string]bool) (string, bool) {
	switch v := value.(type) {
	case json.Number:
		return path, plainNumber(string(v))
	case []any:
		for i, item := range v {
			if found, ok := oddNumber(item, indexPath(path, i), declared); !ok {
				return found, false
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if found, ok := oddNumber(v[name], namePath(path, name, declared), declared); !ok {
				return found, false
			}
		}
	}
	return path, true
}
