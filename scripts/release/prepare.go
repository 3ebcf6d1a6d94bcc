package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
)

const breakingEntry = changelog.Breaking

// preparation is one run of prepare.
type preparation struct {
	plan   plan
	check  string // a shell command that must succeed before anything is done
	date   string // in the changelogs
	dryRun bool
	out    io.Writer
}

func prepareCommand(ctx context.Context, root string, arguments []string, out io.Writer) error {
	p := preparation{out: out}
	flags := flag.NewFlagSet("prepare", flag.ContinueOnError)
	flags.StringVar(&p.check, "check", "scripts/check && scripts/test", "a shell command that must succeed first")
	flags.StringVar(&p.date, "date", time.Now().UTC().Format(time.DateOnly), "the date in the changelogs")
	flags.BoolVar(&p.dryRun, "dry-run", false, "show the commit instead of making it")
	err := flags.Parse(arguments)
	if err != nil {
		return err
	}
	if p.plan, err = parsePlan(flags.Args()); err != nil {
		return err
	}
	return p.run(ctx, root)
}

// run makes the release commit. Everything is done and looked at in an export
// first, so that a refusal leaves the work tree as it was.
func (p preparation) run(ctx context.Context, root string) error {
	h, err := open(ctx, root)
	if err != nil {
		return err
	}
	if err := h.clean(ctx); err != nil {
		return err
	}
	if err := p.plan.check(ctx, h); err != nil {
		return err
	}
	if err := p.plan.checkVersions(ctx, h); err != nil {
		return err
	}
	if err := p.runCheck(ctx, root); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "openprogram-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	s, err := newStage(ctx, h, p, scratch)
	if err != nil {
		return err
	}
	if err := s.fill(ctx); err != nil {
		return err
	}
	if p.dryRun {
		return s.show(ctx)
	}
	return s.commit(ctx)
}

func (p preparation) runCheck(ctx context.Context, root string) error {
	command := exec.CommandContext(ctx, "sh", "-c", p.check)
	command.Dir = root
	command.Stdout, command.Stderr = p.out, p.out
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", p.check, err)
	}
	return nil
}

func readChangelog(name string) (changelog.Changelog, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return changelog.Changelog{}, err
	}
	c, err := changelog.Parse(string(data))
	if err != nil {
		return changelog.Changelog{}, fmt.Errorf("%s %w", filepath.Base(name), err)
	}
	return c, nil
}
