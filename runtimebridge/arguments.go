package runtimebridge

import "encoding/json"

// Arguments are the decoded arguments of a call that has passed its schema.
// Numbers are json.Number. A reader gives the zero value (or the default) for
// what is absent.
type Arguments map[string]any

// Has reports whether the argument was given and is not null.
func (a Arguments) Has(name string) bool { return a[name] != nil }

// String is a string argument, "" when absent.
func (a Arguments) String(name string) string {
	s, _ := a[name].(string)
	return s
}

// Bool is a boolean argument, false when absent.
func (a Arguments) Bool(name string) bool {
	b, _ := a[name].(bool)
	return b
}

// Int is an integer argument, or otherwise when it is absent. 1.0 counts as 1,
// as in JSON Schema.
func (a Arguments) Int(name string, otherwise int) int {
	n, ok := a[name].(json.Number)
	if !ok {
		return otherwise
	}
	if i, err := n.Int64(); err == nil {
		return int(i)
	}
	f, err := n.Float64()
	if err != nil || f != float64(int(f)) {
		return otherwise
	}
	return int(f)
}

// Objects is an argument that is an array of objects, nil when absent.
func (a Arguments) Objects(name string) []Arguments {
	list, _ := a[name].([]any)
	out := make([]Arguments, 0, len(list))
	for _, item := range list {
		if object, ok := item.(map[string]any); ok {
			out = append(out, object)
		}
	}
	return out
}
