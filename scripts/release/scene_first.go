package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func (r *rehearsal) dirtyTree(ctx context.Context) error {
	if err := r.write("forgotten.txt", "not committed\n"); err != nil {
		return err
	}
	p, err := r.everything(ctx)
	if err != nil {
		return err
	}
	err = r.unchanged(ctx, func() error {
		return refused(r.prepare(ctx, p, nil), "not committed")
	})
	if err != nil {
		return err
	}
	return os.Remove(filepath.Join(r.Dir, "forgotten.txt"))
}

// failingCheck also writes what the first release of the rehearsal tells of.
func (r *rehearsal) failingCheck(ctx context.Context) error {
	p, err := r.everything(ctx)
	if err != nil {
		return err
	}
	for name := range p {
		if err := r.tell(name, "- Rehearsed."); err != nil {
			return err
		}
	}
	if err := r.save(ctx, "something to release"); err != nil {
		return err
	}
	r.first = p
	return r.unchanged(ctx, func() error {
		return refused(r.prepare(ctx, p, func(prepared *preparation) { prepared.check = "exit 3" }), "exit status 3")
	})
}

func (r *rehearsal) dryRun(ctx context.Context) error {
	module, err := r.lowest()
	if err != nil {
		return err
	}
	alone := plan{module.Name: r.first[module.Name]}
	var shown bytes.Buffer
	err = r.unchanged(ctx, func() error {
		return r.prepare(ctx, alone, func(prepared *preparation) { prepared.dryRun, prepared.out = true, &shown })
	})
	if err == nil && !strings.Contains(shown.String(), "+## "+alone[module.Name]+" - 2000-01-02") {
		err = fmt.Errorf("the commit is not shown:\n%s", shown.Bytes())
	}
	return err
}

func (r *rehearsal) firstRelease(ctx context.Context) error {
	return r.prepare(ctx, r.first, nil)
}

func (r *rehearsal) lateCommit(ctx context.Context) error {
	if err := r.write("late.txt", "after the release\n"); err != nil {
		return err
	}
	if err := r.save(ctx, "too late"); err != nil {
		return err
	}
	err := r.unchanged(ctx, func() error {
		return refused(tagCommand(ctx, r.Dir, nil, r.out), "has changed since commit")
	})
	if err != nil {
		return err
	}
	_, err = r.Run(ctx, "reset", "--quiet", "--hard", "HEAD~1")
	return err
}

func (r *rehearsal) firstTags(ctx context.Context) error {
	var out bytes.Buffer
	if err := tagCommand(ctx, r.Dir, []string{"--dry-run"}, &out); err != nil {
		return err
	}
	h, err := open(ctx, r.Dir)
	if err != nil {
		return err
	}
	var want []string
	for _, m := range r.first.modules(h.space) {
		want = append(want, "would tag "+m.Tag(r.first[m.Name]))
	}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); !slices.Equal(got, want) {
		return fmt.Errorf("the tags would be %q, not %q", got, want)
	}
	return tagCommand(ctx, r.Dir, nil, r.out)
}

// firstPush pushes to a remote that keeps a record of what came when.
func (r *rehearsal) firstPush(ctx context.Context) error {
	if err := r.write("../remote/hooks/update", "#!/bin/sh\necho \"$1\" >>pushed\n"); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(r.remote, "hooks", "update"), 0o755); err != nil {
		return err
	}
	h, err := open(ctx, r.Dir)
	if err != nil {
		return err
	}
	if err := h.push(ctx, r.first, r.remote, r.out); err != nil {
		return err
	}
	got, err := os.ReadFile(filepath.Join(r.remote, "pushed"))
	if err != nil {
		return err
	}
	want := ""
	for _, m := range r.first.modules(h.space) {
		want += "refs/tags/" + m.Tag(r.first[m.Name]) + "\n"
	}
	if string(got) != want {
		return fmt.Errorf("pushed %q, not %q", got, want)
	}
	return nil
}
