package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// tree is the workspace that gates look at.
type tree struct {
	root     string
	space    *workspace.Workspace
	bin      string // where other people's programs are installed
	database string // the vulnerability database
}

func openTree(root string) (*tree, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	space, err := workspace.Open(root)
	if err != nil {
		return nil, err
	}
	bin, err := os.MkdirTemp("", "openprogram-check-")
	if err != nil {
		return nil, err
	}
	return &tree{root: root, space: space, bin: bin, database: "https://vuln.go.dev"}, nil
}

func (t *tree) close() { _ = os.RemoveAll(t.bin) }

// program installs a program of others once.
func (t *tree) program(ctx context.Context, p gotool.Pinned) (string, error) {
	path := filepath.Join(t.bin, p.Name())
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	return p.Install(ctx, t.bin)
}

// command runs a program at the root with more variables. When it fails, the lines
// it printed are faults; failing to run at all is an error.
func (t *tree) command(ctx context.Context, variables []string, name string, arguments ...string) (lines []string, err error) {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = t.root
	command.Env = append(os.Environ(), variables...)
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if err == nil {
		return nil, nil
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "go: downloading ") {
			lines = append(lines, line)
		}
	}
	return append(lines, fmt.Sprintf("%s: %v", filepath.Base(name), exit)), nil
}

// patterns name all packages of all modules, for programs that know no "work".
func (t *tree) patterns() []string {
	var all []string
	for _, m := range t.space.Modules {
		all = append(all, "./"+m.Name+"/...")
	}
	if _, err := os.Stat(filepath.Join(t.root, workspace.Tooling, "go.mod")); err == nil {
		all = append(all, "./"+workspace.Tooling+"/...")
	}
	return all
}

// walk visits every file of the tree by its slashed path, leaving out what git
// and build tools keep for themselves.
func (t *tree) walk(visit func(path string) error) error {
	return filepath.WalkDir(t.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(t.root, path)
		if err != nil {
			return err
		}
		switch name := entry.Name(); {
		case entry.IsDir() && (name == ".git" || name == "bin" || name == "dist"):
			return filepath.SkipDir
		case entry.Type().IsRegular():
			return visit(filepath.ToSlash(relative))
		}
		return nil
	})
}

// read gives the text of a file by its slashed path.
func (t *tree) read(path string) (string, error) {
	data, err := os.ReadFile(filepath.Join(t.root, filepath.FromSlash(path)))
	return string(data), err
}
