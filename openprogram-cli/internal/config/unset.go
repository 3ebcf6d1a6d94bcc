package config

import (
	"errors"
	"strings"
)

// Unset takes a value out of the file, so that the default holds. It reports
// whether there was one. A key that is no setting can be taken out too if the
// file has it, since nothing works until it is gone.
func (f File) Unset(name string) (Change, bool, error) {
	key, known := KeyByName(name)
	if !known {
		key = Key{Name: name}
	}
	change := Change{Key: key, Value: key.Default}
	if isGroup(name) {
		return change, false, &Error{Key: name, Problem: unknownProblem(name)}
	}
	take := func(tree map[string]any) error {
		if !remove(tree, strings.Split(name, ".")) {
			return errUnchanged
		}
		return check(tree)
	}
	// Without anything to take out there need not even be a state directory.
	tree, err := f.decoded()
	if err == nil {
		err = take(tree)
	}
	if err == nil {
		err = f.update(take)
	}
	switch {
	case !errors.Is(err, errUnchanged):
		return change, err == nil, err
	case !known:
		return change, false, &Error{Key: name, Problem: unknownProblem(name)}
	}
	return change, false, nil
}

// remove takes out what stands at a path, and the objects above it that hold
// nothing else.
func remove(tree map[string]any, path []string) bool {
	value, there := tree[path[0]]
	if !there {
		return false
	}
	if len(path) > 1 {
		inner, ok := value.(map[string]any)
		if !ok || !remove(inner, path[1:]) {
			return false
		}
		if len(inner) > 0 {
			return true
		}
	}
	delete(tree, path[0])
	return true
}
