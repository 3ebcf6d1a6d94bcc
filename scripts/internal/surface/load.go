package surface

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// listed is a package as go list tells of it.
type listed struct {
	ImportPath string
	Name       string
	Export     string // the file with what the compiler exports; none for tests alone
	DepOnly    bool
}

// Of writes down the API of the module in root/name: of every package that others
// can import, as it is on Linux.
func Of(ctx context.Context, root, name string) (string, error) {
	packages, err := list(ctx, root, "./"+name+"/...")
	if err != nil {
		return "", err
	}
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var text strings.Builder
	for _, p := range packages {
		if p.DepOnly || p.Export == "" || p.Name == "main" || internal(p.ImportPath) {
			continue
		}
		loaded, err := imports.Import(p.ImportPath)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		write(&text, loaded)
	}
	if text.Len() == 0 {
		return "nothing to import\n", nil
	}
	return text.String(), nil
}

func internal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal")
}

// list lists packages with their dependencies, each after what it depends on,
// and the asked ones in the order of their names.
func list(ctx context.Context, root, pattern string) ([]listed, error) {
	command := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-trimpath", "-json=ImportPath,Name,Export,DepOnly", pattern)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var problems strings.Builder
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %v\n%s", pattern, err, strings.TrimSpace(problems.String()))
	}
	var packages []listed
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	slices.SortFunc(packages, func(a, b listed) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return packages, nil
}

// write writes one package: its objects in the order of their names.
func write(text *strings.Builder, p *types.Package) {
	if text.Len() > 0 {
		text.WriteString("\n")
	}
	fmt.Fprintf(text, "package %s\n\n", p.Path())
	scope := p.Scope()
	for _, name := range scope.Names() {
		if object := scope.Lookup(name); object.Exported() {
			writeObject(text, object)
		}
	}
}
