package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/compat"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

func (r *rehearsal) sameVersion(ctx context.Context) error {
	return r.unchanged(ctx, func() error {
		return refused(r.prepare(ctx, r.first, nil), "never released twice")
	})
}

func (r *rehearsal) nothingNew(ctx context.Context) error {
	_, next, err := r.next(ctx)
	if err != nil {
		return err
	}
	return r.unchanged(ctx, func() error {
		return refused(r.prepare(ctx, next, nil), "nothing that is unreleased")
	})
}

// next plans a release of the lowest module alone, one patch further.
func (r *rehearsal) next(ctx context.Context) (workspace.Module, plan, error) {
	module, err := r.lowest()
	if err != nil {
		return module, nil, err
	}
	last, err := r.Last(ctx, module.Name)
	if err != nil {
		return module, nil, err
	}
	version, err := compat.Report{}.Least(last)
	return module, plan{module.Name: version}, err
}

// secondRelease adds to one module and releases it: nobody else gets a tag, a new
// version or another line in a go.sum.
func (r *rehearsal) secondRelease(ctx context.Context) error {
	module, next, err := r.next(ctx)
	if err != nil {
		return err
	}
	source := "package " + module.Name + "\n\n// Rehearsed is there for the rehearsal.\nconst Rehearsed = 1\n"
	if err := r.write(module.Name+"/rehearsed.go", source); err != nil {
		return err
	}
	if err := r.tell(module.Name, "- Added: a constant."); err != nil {
		return err
	}
	if err := r.save(ctx, "an addition"); err != nil {
		return err
	}
	tags, err := r.Run(ctx, "tag", "--list")
	if err != nil {
		return err
	}
	if err := r.prepare(ctx, next, nil); err != nil {
		return err
	}
	if err := r.touches(ctx, module.Name+"/CHANGELOG.md"); err != nil {
		return err
	}
	if err := tagCommand(ctx, r.Dir, nil, r.out); err != nil {
		return err
	}
	more, err := r.Run(ctx, "tag", "--list")
	if err != nil {
		return err
	}
	if got, want := len(strings.Fields(more)), len(strings.Fields(tags))+1; got != want {
		return fmt.Errorf("there are %d tags, not %d", got, want)
	}
	return r.verifyAll(ctx, module, next[module.Name])
}

// touches refuses a last commit that changes anything else.
func (r *rehearsal) touches(ctx context.Context, want string) error {
	changed, err := r.Run(ctx, "diff", "--name-only", "HEAD~1", "HEAD")
	if err == nil && changed != want {
		err = fmt.Errorf("the commit changes %q, not %q", changed, want)
	}
	return err
}

// verifyAll looks at the newest tags together, old and new, without building them
// once more.
func (r *rehearsal) verifyAll(ctx context.Context, changed workspace.Module, version string) error {
	h, err := open(ctx, r.Dir)
	if err != nil {
		return err
	}
	for _, m := range h.space.Modules {
		if err := h.checkTag(ctx, m.Name, h.last[m.Name]); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		if m.Name != changed.Name && h.last[m.Name] != r.first[m.Name] {
			return fmt.Errorf("%s is at %s", m.Name, h.last[m.Name])
		}
	}
	if h.last[changed.Name] != version {
		return fmt.Errorf("%s is at %s, not %s", changed.Name, h.last[changed.Name], version)
	}
	return nil
}
