package config

import "strings"

// Setting is a key with its value in a file.
type Setting struct {
	Key    Key
	Value  any  // string, json.Number or []any; the default when not Stored
	Stored bool // the file says so
}

// Settings lists every key with its value, in the order of Keys.
func (f File) Settings() ([]Setting, error) {
	tree, err := f.tree()
	if err != nil {
		return nil, err
	}
	out := make([]Setting, 0, len(keys))
	for _, key := range keys {
		out = append(out, settingOf(tree, key))
	}
	return out, nil
}

// Setting reads one key.
func (f File) Setting(name string) (Setting, error) {
	key, ok := KeyByName(name)
	if !ok {
		return Setting{}, &Error{Key: name, Problem: unknownProblem(name)}
	}
	tree, err := f.tree()
	if err != nil {
		return Setting{}, err
	}
	return settingOf(tree, key), nil
}

func settingOf(tree map[string]any, key Key) Setting {
	for part := range strings.SplitSeq(parent(key.Name), ".") {
		tree, _ = tree[part].(map[string]any)
	}
	if value, ok := tree[lastPart(key.Name)]; ok {
		return Setting{Key: key, Value: value, Stored: true}
	}
	return Setting{Key: key, Value: key.Default}
}
