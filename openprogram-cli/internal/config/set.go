package config

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Change is what Set did.
type Change struct {
	Key   Key
	Value any // as stored: string, json.Number or []any
	// Items are what Append has added or Remove has taken out, none when the
	// list is as it was.
	Items []string
}

// Set stores one value. The text is read as JSON when it is valid JSON;
// otherwise a key whose values are JSON strings takes it literally. What does
// not fit gives an *Error and leaves the file untouched. Parallel calls, from
// any process, lose nothing.
func (f File) Set(name, text string) (Change, error) {
	return f.change(name, func(key Key, _ any) (any, error) { return parseValue(key, text) })
}

func (f File) change(name string, next func(key Key, now any) (any, error)) (Change, error) {
	key, ok := KeyByName(name)
	if !ok {
		return Change{}, &Error{Key: name, Problem: unknownProblem(name)}
	}
	change := Change{Key: key}
	err := f.update(func(tree map[string]any) error {
		group, last, err := groupOf(tree, name)
		if err != nil {
			return err
		}
		if change.Value, err = next(key, group[last]); err != nil {
			return err
		}
		if problem := key.problem(change.Value); problem != "" {
			return &Error{Key: name, Problem: problem}
		}
		group[last] = change.Value
		return check(tree)
	})
	return change, err
}

// parseValue reads the text of a value. The caller checks that it fits.
func parseValue(key Key, text string) (any, error) {
	if json.Valid([]byte(text)) {
		value, err := decodeValue([]byte(text))
		if err != nil {
			return nil, &Error{Key: key.Name, Problem: err.(*Error).Problem}
		}
		return value, nil
	}
	if !key.Kind.Text() {
		return nil, &Error{Key: key.Name, Problem: "the value is not valid JSON"}
	}
	return text, nil
}

// groupOf finds the object that holds the dotted name's last part, and makes the
// objects on the way to it.
func groupOf(tree map[string]any, name string) (map[string]any, string, error) {
	path := ""
	for part := range strings.SplitSeq(parent(name), ".") {
		path = join(path, part)
		if _, there := tree[part]; !there {
			tree[part] = map[string]any{}
		}
		group, ok := tree[part].(map[string]any)
		if !ok {
			return nil, "", &Error{Key: path, Problem: "want an object"}
		}
		tree = group
	}
	return tree, lastPart(name), nil
}

// encode is the one form in which the program writes the file.
func encode(tree map[string]any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(tree)
	return b.Bytes(), err
}
