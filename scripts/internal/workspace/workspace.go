package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// Tooling is the module that is never released.
const Tooling = "scripts"

// Workspace is the repository as its go.work describes it.
type Workspace struct {
	Dir     string
	Modules []Module // those that are released, in the order of their release
}

// Open reads go.work in dir and the go.mod of each module that it uses.
func Open(dir string) (*Workspace, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.work"))
	if err != nil {
		return nil, err
	}
	file, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return nil, err
	}
	var modules []Module
	for _, use := range file.Use {
		name := path.Clean(use.Path)
		if name == Tooling {
			continue
		}
		m, err := ReadModule(dir, name)
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	ordered, err := inTiers(modules)
	if err != nil {
		return nil, err
	}
	return &Workspace{Dir: dir, Modules: ordered}, nil
}

// Module finds a module by its name.
func (w *Workspace) Module(name string) (Module, error) {
	for _, m := range w.Modules {
		if m.Name == name {
			return m, nil
		}
	}
	return Module{}, fmt.Errorf("no module is named %q", name)
}
