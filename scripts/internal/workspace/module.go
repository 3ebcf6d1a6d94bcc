package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// Base is what the path of every module of this repository starts with.
const Base = "github.com/openprogram/openprogram-go/"

// Module is one module that is released on its own.
type Module struct {
	Name     string            // its directory, and what its tags start with
	Path     string            // its module path
	Go       string            // the go line of its go.mod, such as 1.26.0
	Siblings map[string]string // the siblings it requires, by name, with the version
}

// ReadModule reads the go.mod of the module in root/name.
func ReadModule(root, name string) (Module, error) {
	label := name + "/go.mod"
	data, err := os.ReadFile(filepath.Join(root, name, "go.mod"))
	if err != nil {
		return Module{}, err
	}
	return ParseModule(label, name, data)
}

// ParseModule reads the bytes of a go.mod; label stands for it in errors.
func ParseModule(label, name string, data []byte) (Module, error) {
	file, err := modfile.Parse(label, data, nil)
	if err != nil {
		return Module{}, err
	}
	if file.Module == nil || file.Module.Mod.Path != Base+name {
		return Module{}, fmt.Errorf("%s: the module path is not %s", label, Base+name)
	}
	m := Module{Name: name, Path: Base + name, Siblings: map[string]string{}}
	if file.Go != nil {
		m.Go = file.Go.Version
	}
	for _, r := range file.Require {
		if sibling, ok := strings.CutPrefix(r.Mod.Path, Base); ok {
			m.Siblings[sibling] = r.Mod.Version
		}
	}
	return m, nil
}

// Tag is the name of the tag that a version of the module has.
func (m Module) Tag(version string) string { return m.Name + "/" + version }
