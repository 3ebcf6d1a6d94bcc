package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/compat"
)

// changedStory tells something else of the second release than its tag does.
func (r *rehearsal) changedStory(ctx context.Context) error {
	module, next, err := r.next(ctx)
	if err != nil {
		return err
	}
	name := filepath.Join(r.Dir, module.Name, "CHANGELOG.md")
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	changed := strings.Replace(string(data), "- Added: a constant.", "- Added: nothing.", 1)
	if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
		return err
	}
	if err := r.tell(module.Name, "- Another."); err != nil {
		return err
	}
	if err := r.save(ctx, "another story"); err != nil {
		return err
	}
	err = r.unchanged(ctx, func() error {
		return refused(r.prepare(ctx, next, nil), "differs from tag")
	})
	if err != nil {
		return err
	}
	_, err = r.Run(ctx, "reset", "--quiet", "--hard", "HEAD~1")
	return err
}

// breakingPatch takes back what the second release added.
func (r *rehearsal) breakingPatch(ctx context.Context) error {
	module, next, err := r.next(ctx)
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(r.Dir, module.Name, "rehearsed.go")); err != nil {
		return err
	}
	if err := r.tell(module.Name, "- Removed a constant."); err != nil {
		return err
	}
	if err := r.save(ctx, "a removal"); err != nil {
		return err
	}
	last, err := r.Last(ctx, module.Name)
	if err != nil {
		return err
	}
	least, err := compat.Report{Incompatible: []string{"Rehearsed"}}.Least(last)
	if err != nil {
		return err
	}
	err = r.unchanged(ctx, func() error {
		return refused(r.prepare(ctx, next, nil), "the version is at least "+least)
	})
	if err != nil {
		return err
	}
	return refused(apidiffCommand(ctx, r.Dir, []string{module.Name}, r.out), "break those who import them")
}
