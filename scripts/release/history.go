package main

import (
	"context"
	"fmt"

	"github.com/openprogram/openprogram-go/scripts/internal/candidate"
	"github.com/openprogram/openprogram-go/scripts/internal/git"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// history is the repository with what was released from it.
type history struct {
	git.Repository
	space *workspace.Workspace // the work tree
	last  map[string]string    // the newest version of each module that has one
}

func open(ctx context.Context, root string) (*history, error) {
	space, err := workspace.Open(root)
	if err != nil {
		return nil, err
	}
	h := &history{Repository: git.Repository{Dir: root}, space: space, last: map[string]string{}}
	for _, m := range space.Modules {
		version, err := h.Last(ctx, m.Name)
		if err != nil {
			return nil, err
		}
		if version != "" {
			h.last[m.Name] = version
		}
	}
	return h, nil
}

// clean refuses a work tree that is not the last commit: what is released must
// be what everybody can look at.
func (h *history) clean(ctx context.Context) error {
	dirty, err := h.Dirty(ctx)
	if err != nil || len(dirty) == 0 {
		return err
	}
	return fmt.Errorf("the work tree has changes that are not committed, such as %q", dirty[0])
}

// restore puts a released version into the candidate, and before it every version
// of a sibling that it requires.
func (h *history) restore(ctx context.Context, c *candidate.Candidate, module, version string) error {
	path := workspace.Base + module
	if c.Has(path, version) {
		return nil
	}
	dir, err := c.Room("released/" + module + "@" + version)
	if err != nil {
		return err
	}
	if err := h.Export(ctx, module+"/"+version, dir); err != nil {
		return err
	}
	m, err := workspace.ReadModule(dir, module)
	if err != nil {
		return err
	}
	for sibling, required := range m.Siblings {
		if err := h.restore(ctx, c, sibling, required); err != nil {
			return fmt.Errorf("%s %s requires %s %s: %w", module, version, sibling, required, err)
		}
	}
	return c.Add(path, version, dir+"/"+module)
}
