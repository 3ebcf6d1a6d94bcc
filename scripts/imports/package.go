package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// listed is one package as go list describes it.
type listed struct {
	ImportPath   string
	Module       struct{ Path string }
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string // everything that is compiled with it
	CgoFiles     []string
	Error        *struct{ Err string }
}

// workspaceModules gives the directories of go.work, relative to root.
func workspaceModules(root string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(root, "go.work"))
	if err != nil {
		return nil, err
	}
	work, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, use := range work.Use {
		dirs = append(dirs, use.Path)
	}
	return dirs, nil
}

// list describes all packages of the modules as seen from an operating system.
func list(root, system string, modules []string) ([]listed, error) {
	arguments := []string{"list", "-e", "-json=ImportPath,Module,Imports,TestImports,XTestImports,Deps,CgoFiles,Error"}
	for _, module := range modules {
		arguments = append(arguments, module+"/...")
	}
	command := exec.Command("go", arguments...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %v: %s", system, err, problems.String())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
}
