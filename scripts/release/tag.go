package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

func tagCommand(ctx context.Context, root string, arguments []string, out io.Writer) error {
	flags := flag.NewFlagSet("tag", flag.ContinueOnError)
	dryRun := flags.Bool("dry-run", false, "name the tags instead of making them")
	remote := flags.String("push", "", "push the tags to this remote afterwards, one by one")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	h, err := open(ctx, root)
	if err != nil {
		return err
	}
	pending, err := h.pending(ctx)
	if err != nil {
		return err
	}
	if *dryRun {
		for _, m := range pending.modules(h.space) {
			fmt.Fprintln(out, "would tag", m.Tag(pending[m.Name]))
		}
		return nil
	}
	if err := h.tag(ctx, pending, out); err != nil {
		return err
	}
	return h.push(ctx, pending, *remote, out)
}

// pending finds what the last commit releases: the modules whose changelog has a
// version on top that has no tag.
func (h *history) pending(ctx context.Context) (plan, error) {
	if err := h.clean(ctx); err != nil {
		return nil, err
	}
	pending := plan{}
	for _, m := range h.space.Modules {
		now, err := changelog.Load(ctx, h.Repository, "HEAD", m.Name)
		if err != nil {
			return nil, err
		}
		listed := now.Versions()
		if len(listed) == 0 || listed[0] == h.last[m.Name] {
			continue
		}
		if err := now.CheckLock(ctx, h.Repository, m.Name); err != nil {
			return nil, err
		}
		if err := h.untouched(ctx, m); err != nil {
			return nil, err
		}
		pending[m.Name] = listed[0]
	}
	if len(pending) == 0 {
		return nil, errors.New("every version in the changelogs has its tag")
	}
	return pending, nil
}

// untouched refuses when anything was committed after the release commit: what is
// tagged must be what was looked at when it was prepared.
func (h *history) untouched(ctx context.Context, m workspace.Module) error {
	commit, err := h.Run(ctx, "log", "-1", "--format=%H", "--", m.Name+"/CHANGELOG.md")
	if err != nil {
		return err
	}
	if _, err := h.Run(ctx, "diff", "--quiet", commit, "HEAD"); err != nil {
		return fmt.Errorf("the tree has changed since commit %.12s, which releases %s", commit, m.Name)
	}
	return nil
}

// tag makes annotated tags in the order of the tiers and looks at them through the
// go command. When it finds a fault the tags are taken back: nobody has them yet.
func (h *history) tag(ctx context.Context, pending plan, out io.Writer) (err error) {
	var made []string
	defer func() {
		if err == nil {
			return
		}
		for _, tag := range made {
			_, _ = h.Run(context.WithoutCancel(ctx), "tag", "--delete", tag)
		}
	}()
	for _, m := range pending.modules(h.space) {
		now, err := changelog.Load(ctx, h.Repository, "HEAD", m.Name)
		if err != nil {
			return err
		}
		tag, version := m.Tag(pending[m.Name]), pending[m.Name]
		message := fmt.Sprintf("%s %s\n\n%s\n", m.Name, version, now.Section(version))
		if _, err := h.Run(ctx, "tag", "--annotate", "--cleanup=verbatim", "--message", message, tag); err != nil {
			return err
		}
		made = append(made, tag)
		fmt.Fprintln(out, "tagged", tag)
	}
	return verification{versions: pending, out: out}.run(ctx, h)
}

// push sends the tags one by one, lowest tier first, so that no version is ever
// public before what it requires. Several at once would start no workflow.
func (h *history) push(ctx context.Context, pending plan, remote string, out io.Writer) error {
	for _, m := range pending.modules(h.space) {
		tag := m.Tag(pending[m.Name])
		if remote == "" {
			fmt.Fprintf(out, "next: git push REMOTE %s\n", tag)
			continue
		}
		if _, err := h.Run(ctx, "push", "--quiet", remote, "refs/tags/"+tag); err != nil {
			return err
		}
		fmt.Fprintln(out, "pushed", tag)
	}
	return nil
}
