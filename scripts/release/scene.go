package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/compat"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// scene is one part of a rehearsal: something that must work, or a mistake that
// must be refused.
type scene struct {
	name string
	play func(context.Context) error
}

func (r *rehearsal) scenes() []scene {
	return []scene{
		{"a dirty tree is refused", r.dirtyTree},
		{"a failing check is refused", r.failingCheck},
		{"a dry run changes nothing", r.dryRun},
		{"every module is prepared in one commit", r.firstRelease},
		{"a commit between release and tags is refused", r.lateCommit},
		{"tagged in tier order, fetched and built by the go command", r.firstTags},
		{"pushed one by one", r.firstPush},
		{"a version is never released twice", r.sameVersion},
		{"a release of nothing is refused", r.nothingNew},
		{"one module alone is released next", r.secondRelease},
		{"one that requires it follows, others stay behind", r.thirdRelease},
		{"a changed story of a release is refused", r.changedStory},
		{"an incompatible change in a patch version is refused", r.breakingPatch},
	}
}

// prepare runs the preparation as somebody would who has already run the tests.
func (r *rehearsal) prepare(ctx context.Context, p plan, change func(*preparation)) error {
	prepared := preparation{plan: p, check: "true", date: "2000-01-02", out: r.out}
	if change != nil {
		change(&prepared)
	}
	return prepared.run(ctx, r.Dir)
}

// everything plans a release of each module: the version after its last one.
func (r *rehearsal) everything(ctx context.Context) (plan, error) {
	h, err := open(ctx, r.Dir)
	if err != nil {
		return nil, err
	}
	p := plan{}
	for _, m := range h.space.Modules {
		p[m.Name] = "v0.1.0"
		if last := h.last[m.Name]; last != "" {
			if p[m.Name], err = (compat.Report{Incompatible: []string{"anything"}}).Least(last); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// lowest is the module that the second release is about: others require it.
func (r *rehearsal) lowest() (workspace.Module, error) {
	space, err := workspace.Open(r.Dir)
	if err != nil {
		return workspace.Module{}, err
	}
	return space.Modules[0], nil
}

// refused turns a refusal for the right reason into success.
func refused(err error, reason string) error {
	if err == nil {
		return errors.New("was not refused")
	}
	if !strings.Contains(err.Error(), reason) {
		return fmt.Errorf("was refused for another reason than %q: %w", reason, err)
	}
	return nil
}

// unchanged runs something that must leave the clone as it is.
func (r *rehearsal) unchanged(ctx context.Context, run func() error) error {
	before, err := r.state(ctx)
	if err != nil {
		return err
	}
	if err := run(); err != nil {
		return err
	}
	after, err := r.state(ctx)
	if err == nil && after != before {
		err = fmt.Errorf("the clone has changed from\n%s\nto\n%s", before, after)
	}
	return err
}

func (r *rehearsal) state(ctx context.Context) (string, error) {
	head, err := r.Run(ctx, "rev-parse", "HEAD")
	if err != nil {
		return "", err
	}
	status, err := r.Run(ctx, "status", "--porcelain")
	if err != nil {
		return "", err
	}
	tags, err := r.Run(ctx, "tag", "--list")
	return head + "\n" + status + "\n" + tags, err
}
