package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// promised are the Go versions that modules promise to build with, where it is
// not the newest. Raising one is a decision about those who import the module.
var promised = map[string]string{"mcpcontracts": "1.24.0", "authority": "1.24.0", "mcpauth": "1.25.0"}

const newest = "1.26.0"

// required finds what is wrong in a go.mod or in go.work. That no code needs a
// newer Go than its go line says is seen by vet and the compiler.
func required(_ context.Context, t *tree) ([]string, error) {
	var faults []string
	for _, m := range t.space.Modules {
		name := m.Name + "/go.mod"
		text, err := t.read(name)
		if err != nil {
			return nil, err
		}
		file, err := modfile.Parse(name, []byte(text), nil)
		if err != nil {
			return nil, err
		}
		for _, fault := range requireFaults(m, file) {
			faults = append(faults, name+": "+fault)
		}
	}
	text, err := t.read("go.work")
	if err != nil {
		return nil, err
	}
	replaced, err := workspace.Replaced([]byte(text))
	if err != nil {
		return nil, err
	}
	if wanted := workspace.Replaces(t.space.Modules); !slices.Equal(replaced, wanted) {
		faults = append(faults, fmt.Sprintf("go.work: replaces %v, but the modules require %v", replaced, wanted))
	}
	return faults, nil
}

func requireFaults(m workspace.Module, file *modfile.File) []string {
	want := promised[m.Name]
	if want == "" {
		want = newest
	}
	var faults []string
	if m.Go != want {
		faults = append(faults, fmt.Sprintf("needs Go %s, but Go %s is promised", m.Go, want))
	}
	if file.Toolchain != nil {
		faults = append(faults, "names a toolchain")
	}
	for _, r := range file.Replace {
		faults = append(faults, "replaces "+r.Old.Path+", so that go install refuses it")
	}
	for _, e := range file.Exclude {
		faults = append(faults, "excludes "+e.Mod.Path+", so that go install refuses it")
	}
	for _, r := range file.Require {
		sibling := strings.HasPrefix(r.Mod.Path, workspace.Base)
		if sibling && (module.IsPseudoVersion(r.Mod.Version) || strings.HasPrefix(r.Mod.Version, "v0.0.0")) {
			faults = append(faults, "requires "+r.Mod.String()+", which will never be released")
		}
	}
	return faults
}
