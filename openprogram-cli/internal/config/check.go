package config

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

var plainKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z_]{1,40}(\.[a-z_]{1,40}){0,3}$`)
})

// check reports the first thing in a decoded tree that is no setting of ours or
// does not fit its key, in the order of the key names.
func check(tree map[string]any) error { return checkObject(tree, "") }

func checkObject(tree map[string]any, path string) error {
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		here := join(path, name)
		// A dot inside a name would read as a nesting that is not there.
		if strings.Contains(name, ".") {
			return &Error{Key: here, Problem: "a key may not hold a dot: use nested objects"}
		}
		if key, ok := KeyByName(here); ok {
			if problem := key.problem(tree[name]); problem != "" {
				return &Error{Key: here, Problem: problem}
			}
			continue
		}
		if !isGroup(here) {
			return &Error{Key: here, Problem: unknownProblem(here)}
		}
		object, ok := tree[name].(map[string]any)
		if !ok {
			return &Error{Key: here, Problem: "want an object"}
		}
		if err := checkObject(object, here); err != nil {
			return err
		}
	}
	return nil
}

func isGroup(path string) bool {
	return slices.ContainsFunc(keys, func(k Key) bool { return strings.HasPrefix(k.Name, path+".") })
}

func unknownProblem(path string) string {
	if isGroup(path) {
		return "a group of settings: name one of them in full"
	}
	if near := nearest(path); near != "" {
		return "unknown key, did you mean " + near + "?"
	}
	return "unknown key"
}

// nearest finds the key or group that differs by case, dashes and underscores
// only, or else the key whose last part is the path's last part; "" when there
// is none.
func nearest(path string) string {
	for _, k := range keys {
		for name := k.Name; name != ""; name = parent(name) {
			if fold(name) == fold(path) {
				return name
			}
		}
	}
	for _, k := range keys {
		if fold(lastPart(k.Name)) == fold(lastPart(path)) {
			return k.Name
		}
	}
	return ""
}

func fold(name string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
}

func parent(name string) string { return name[:max(0, strings.LastIndex(name, "."))] }

func lastPart(name string) string { return name[strings.LastIndex(name, ".")+1:] }
