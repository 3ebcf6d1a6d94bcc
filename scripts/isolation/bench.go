package main

import (
	"context"
	"path/filepath"

	"golang.org/x/mod/semver"

	"github.com/openprogram/openprogram-go/scripts/internal/candidate"
	"github.com/openprogram/openprogram-go/scripts/internal/git"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// bench is where the modules are looked at: an export of the tree, and the
// candidate that is made of it.
type bench struct {
	space     *workspace.Workspace
	candidate *candidate.Candidate
	version   string // of every module: one that no tag will ever have
}

func export(ctx context.Context, root, scratch string) (*bench, error) {
	dir := filepath.Join(scratch, "tree")
	tree, err := git.Repository{Dir: root}.ExportWorkTree(ctx, dir)
	if err != nil {
		return nil, err
	}
	space, err := workspace.Open(dir)
	if err != nil {
		return nil, err
	}
	made, err := candidate.New(ctx, scratch)
	if err != nil {
		return nil, err
	}
	return &bench{space: space, candidate: made, version: version(space.Modules, tree)}, nil
}

// version is a pre-release of the highest version that is required of a sibling,
// told apart from others by the tree it stands for.
func version(modules []workspace.Module, tree string) string {
	highest := "v0.1.0"
	for _, v := range workspace.Replaces(modules) {
		if semver.Compare(v.Version, highest) > 0 {
			highest = v.Version
		}
	}
	return highest + "-dev.g" + tree[:12]
}

// add puts a module into the candidate, with its siblings at the same version.
func (b *bench) add(m workspace.Module) error {
	dir := filepath.Join(b.space.Dir, m.Name)
	siblings := map[string]string{}
	for name := range m.Siblings {
		siblings[name] = b.version
	}
	if err := b.candidate.Require(dir, siblings); err != nil {
		return err
	}
	return b.candidate.Add(m.Path, b.version, dir)
}
