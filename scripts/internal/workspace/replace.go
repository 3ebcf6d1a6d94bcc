package workspace

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// Replaces gives the version of each sibling that some module requires: go.work
// must point exactly these at the tree, because the go command looks every one
// of them up, published or not.
func Replaces(modules []Module) []module.Version {
	seen := map[module.Version]bool{}
	var wanted []module.Version
	for _, m := range modules {
		for sibling, version := range m.Siblings {
			v := module.Version{Path: Base + sibling, Version: version}
			if !seen[v] {
				seen[v] = true
				wanted = append(wanted, v)
			}
		}
	}
	slices.SortFunc(wanted, compareVersions)
	return wanted
}

// Replaced gives the versions that a go.work replaces.
func Replaced(data []byte) ([]module.Version, error) {
	file, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return nil, err
	}
	var found []module.Version
	for _, r := range file.Replace {
		found = append(found, r.Old)
	}
	slices.SortFunc(found, compareVersions)
	return found, nil
}

// SetReplaces rewrites the replace lines of a go.work for the modules.
func SetReplaces(data []byte, modules []Module) ([]byte, error) {
	wanted := Replaces(modules)
	found, err := Replaced(data)
	if err != nil || slices.Equal(found, wanted) {
		return data, err
	}
	file, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return nil, err
	}
	for _, v := range wanted {
		if err := file.AddReplace(v.Path, v.Version, "./"+strings.TrimPrefix(v.Path, Base), ""); err != nil {
			return nil, err
		}
	}
	for _, v := range found {
		if !slices.Contains(wanted, v) {
			if err := file.DropReplace(v.Path, v.Version); err != nil {
				return nil, err
			}
		}
	}
	file.SortBlocks()
	file.Cleanup()
	return modfile.Format(file.Syntax), nil
}

func compareVersions(a, b module.Version) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Version, b.Version))
}
