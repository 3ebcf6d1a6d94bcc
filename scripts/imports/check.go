package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// checkPackages reports every package that breaks its rule.
func checkPackages(all []listed) []string {
	var faults []string
	for _, p := range all {
		r, ok := ruleFor(p.ImportPath)
		if !ok {
			faults = append(faults, p.ImportPath+": no rule is for this package")
			continue
		}
		faults = append(faults, checkPackage(p, r)...)
	}
	return faults
}

func checkPackage(p listed, r rule) []string {
	var faults []string
	add := func(format string, values ...any) {
		faults = append(faults, p.ImportPath+": "+fmt.Sprintf(format, values...))
	}
	if p.Error != nil {
		add("%s", p.Error.Err)
	}
	if len(p.CgoFiles) > 0 || slices.Contains(p.Imports, "C") {
		add("uses cgo")
	}
	for _, path := range p.Imports {
		if !allowed(p, path, r.may) {
			add("imports %s", path)
		}
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		if !allowed(p, path, slices.Concat(r.may, r.tests, inTests)) {
			add("imports %s in tests", path)
		}
	}
	for _, path := range p.Deps {
		if matchesAny(r.never, path) && !ownModule(p, path) {
			add("compiles %s", path)
		}
	}
	return faults
}

func allowed(p listed, path string, may []string) bool {
	return standard(path) || ownModule(p, path) || matchesAny(may, path)
}

func ownModule(p listed, path string) bool {
	return p.Module.Path != "" && matches(p.Module.Path+"/...", path)
}

// standard reports a package of the standard library: its first path element
// has no dot.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// checkModFile reports what makes go install refuse a module.
func checkModFile(root, module string) ([]string, error) {
	name := filepath.Join(module, "go.mod")
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, replace := range file.Replace {
		faults = append(faults, name+": replaces "+replace.Old.Path)
	}
	for _, exclude := range file.Exclude {
		faults = append(faults, name+": excludes "+exclude.Mod.Path)
	}
	return faults, nil
}
