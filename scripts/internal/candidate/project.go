package candidate

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// Project is somebody else's program that is built on modules of a candidate.
type Project struct {
	Name     string   // of its directory and of its module
	Go       string   // its go line; a module that needs a newer one is a fault
	Source   fs.FS    // its files
	Requires []string // the names of the modules that it asks for
	Never    []string // prefixes of import paths that must not be compiled for it
}

// Build makes the project from nothing, as its author would with go mod init
// and go get, and gives the path of the binary.
func (c *Candidate) Build(ctx context.Context, p Project, version string) (string, error) {
	dir, err := c.Room(filepath.Join("projects", p.Name))
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, p.Source); err != nil {
		return "", err
	}
	commands := [][]string{{"mod", "init", "example.org/" + p.Name}, {"mod", "edit", "-go=" + p.Go}}
	for _, name := range p.Requires {
		commands = append(commands, []string{"get", workspace.Base + name + "@" + version})
	}
	binary := filepath.Join(dir, p.Name)
	commands = append(commands, []string{"mod", "tidy"}, []string{"vet", "."}, []string{"build", "-o", binary, "."})
	for _, arguments := range commands {
		if _, err := c.Go.Run(ctx, dir, arguments...); err != nil {
			return "", err
		}
	}
	if err := c.keepsGo(ctx, dir, p.Go); err != nil {
		return "", err
	}
	return binary, c.compilesNever(ctx, dir, p.Never)
}

// keepsGo fails when a module has raised the go line of a project.
func (c *Candidate) keepsGo(ctx context.Context, dir, want string) error {
	got, err := c.Go.Output(ctx, dir, "list", "-m", "-f", "{{.GoVersion}}")
	if err != nil {
		return err
	}
	if got = strings.TrimSpace(got); got != want {
		return fmt.Errorf("a project on Go %s is made to need Go %s", want, got)
	}
	return nil
}

// compilesNever fails when a package that is compiled for the project in dir
// has one of the prefixes.
func (c *Candidate) compilesNever(ctx context.Context, dir string, prefixes []string) error {
	out, err := c.Go.Output(ctx, dir, "list", "-deps", ".")
	if err != nil {
		return err
	}
	for path := range strings.FieldsSeq(out) {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
			return fmt.Errorf("compiles %s", path)
		}
	}
	return nil
}
