package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/openprogram/openprogram-go/scripts/internal/compat"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// thirdRelease releases the highest module: it requires the new version of the
// lowest, and modules that still require the old one.
func (r *rehearsal) thirdRelease(ctx context.Context) error {
	h, err := open(ctx, r.Dir)
	if err != nil {
		return err
	}
	lowest, highest := h.space.Modules[0], h.space.Modules[len(h.space.Modules)-1]
	version, err := compat.Report{}.Least(h.last[highest.Name])
	if err != nil {
		return err
	}
	if err := r.tell(highest.Name, "- Follows."); err != nil {
		return err
	}
	if err := r.save(ctx, "to follow"); err != nil {
		return err
	}
	if err := r.prepare(ctx, plan{highest.Name: version}, nil); err != nil {
		return err
	}
	if err := tagCommand(ctx, r.Dir, nil, r.out); err != nil {
		return err
	}
	after, err := workspace.ReadModule(r.Dir, highest.Name)
	if err != nil {
		return err
	}
	if got := after.Siblings[lowest.Name]; got != h.last[lowest.Name] {
		return fmt.Errorf("%s requires %s %s, not %s", highest.Name, lowest.Name, got, h.last[lowest.Name])
	}
	return r.loads(ctx)
}

// loads refuses a workspace that asks a proxy for a sibling.
func (r *rehearsal) loads(ctx context.Context) error {
	command := exec.CommandContext(ctx, "go", "list", "-deps", "work")
	command.Dir = r.Dir
	command.Env = append(os.Environ(), "GOWORK=", "GOPROXY=off")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("the workspace: %v\n%s", err, out)
	}
	return nil
}
