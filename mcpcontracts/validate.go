package mcpcontracts

import (
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Validate checks the arguments of a wrapper tool and gives a copy that shares
// nothing with them. Absent (nil) arguments are an empty object, and absent or
// null arguments of tool_call become {}; nothing else is changed or coerced.
//
// The arguments may be what Decode gave, or plain Go values: maps with string
// keys, slices, strings, booleans, integers and finite floats. In the copy
// objects are map[string]any, arrays []any and numbers json.Number.
//
// The error is an *UnknownToolError or an *ArgumentError. Of several violations
// the one with the smallest path, then keyword, is reported.
func Validate(name string, arguments any) (map[string]any, error) {
	schema, known := schemas[name]
	if !known {
		return nil, &UnknownToolError{}
	}
	object, err := detachArguments(arguments)
	if err != nil {
		return nil, err
	}
	if name == ToolCall && object["arguments"] == nil {
		object["arguments"] = map[string]any{}
	}
	if err := schema().Validate(object); err != nil {
		return nil, firstViolation(err)
	}
	return object, nil
}

func detachArguments(arguments any) (map[string]any, error) {
	if arguments == nil {
		return map[string]any{}, nil
	}
	value, err := detach(arguments, 0)
	if object, ok := value.(map[string]any); ok {
		return object, nil
	}
	if err != nil && mayBeObject(arguments) {
		return nil, &ArgumentError{Path: "$", Keyword: "value"}
	}
	return nil, &ArgumentError{Path: "$", Keyword: "type"}
}

// mayBeObject reports whether a value that has no JSON form would be an object
// if it had one.
func mayBeObject(v any) bool {
	_, raw := v.(json.RawMessage)
	return raw || reflect.TypeOf(v).Kind() == reflect.Map
}

// firstViolation picks the violation to report out of all that were found.
func firstViolation(err error) *ArgumentError {
	var tree *jsonschema.ValidationError
	if !errors.As(err, &tree) {
		return &ArgumentError{Path: "$", Keyword: "value"}
	}
	return slices.MinFunc(violations(tree, nil), func(a, b *ArgumentError) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Keyword, b.Keyword))
	})
}

// violations appends the leaves of an error tree.
func violations(tree *jsonschema.ValidationError, found []*ArgumentError) []*ArgumentError {
	for _, cause := range tree.Causes {
		found = violations(cause, found)
	}
	if len(tree.Causes) > 0 {
		return found
	}
	return append(found, &ArgumentError{Path: instancePath(tree.InstanceLocation), Keyword: keyword(tree)})
}

func keyword(leaf *jsonschema.ValidationError) string {
	path := leaf.ErrorKind.KeywordPath()
	if len(path) == 0 {
		return "value"
	}
	return path[len(path)-1]
}

// instancePath writes a place as $.name[0].
func instancePath(steps []string) string {
	var path strings.Builder
	path.WriteByte('$')
	for _, step := range steps {
		if digitsLength(step) == len(step) && step != "" {
			path.WriteString("[" + step + "]")
		} else {
			path.WriteString("." + step)
		}
	}
	return path.String()
}
