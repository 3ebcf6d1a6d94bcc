package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/mod/semver"

	"github.com/openprogram/openprogram-go/scripts/internal/compat"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// compare compares a module as it is in the tree below root with its last tag.
func (h *history) compare(ctx context.Context, root string, m workspace.Module) (compat.Report, error) {
	before, err := os.MkdirTemp("", "openprogram-before-")
	if err != nil {
		return compat.Report{}, err
	}
	defer func() { _ = os.RemoveAll(before) }()
	if err := h.Export(ctx, m.Tag(h.last[m.Name]), before); err != nil {
		return compat.Report{}, err
	}
	root, err = filepath.Abs(root)
	if err != nil {
		return compat.Report{}, err
	}
	return compat.Compare(ctx, before, root, m.Name, m.Path)
}

// checkVersions refuses a version that promises more than the changes keep.
func (p plan) checkVersions(ctx context.Context, h *history) error {
	for _, m := range p.modules(h.space) {
		last := h.last[m.Name]
		if last == "" {
			continue
		}
		report, err := h.compare(ctx, h.Dir, m)
		if err != nil {
			return err
		}
		least, err := report.Least(last)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		if semver.Compare(p[m.Name], least) < 0 {
			return fmt.Errorf("%s %s: after these changes the version is at least %s:\n%s", m.Name, p[m.Name], least, list("", report))
		}
	}
	return nil
}

func list(indent string, report compat.Report) string {
	text := ""
	for _, change := range report.Incompatible {
		text += indent + "incompatible: " + change + "\n"
	}
	for _, change := range report.Compatible {
		text += indent + "compatible: " + change + "\n"
	}
	return text
}

// apidiffCommand shows what has changed since the last tags. An incompatible
// change is a fault unless the changelog tells of it.
func apidiffCommand(ctx context.Context, root string, arguments []string, out io.Writer) error {
	h, err := open(ctx, root)
	if err != nil {
		return err
	}
	modules := h.space.Modules
	if len(arguments) > 0 {
		modules = nil
		for _, name := range arguments {
			m, err := h.space.Module(name)
			if err != nil {
				return err
			}
			modules = append(modules, m)
		}
	}
	silent := 0
	for _, m := range modules {
		told, err := h.apidiff(ctx, m, out)
		if err != nil {
			return err
		}
		if !told {
			silent++
		}
	}
	if silent > 0 {
		return fmt.Errorf("%d modules break those who import them, and their changelogs do not say so", silent)
	}
	return nil
}

// apidiff shows the changes of one module. told is false when one of them is
// incompatible and the changelog is silent about it.
func (h *history) apidiff(ctx context.Context, m workspace.Module, out io.Writer) (told bool, err error) {
	last := h.last[m.Name]
	if last == "" {
		fmt.Fprintf(out, "%s: no release to compare with\n", m.Name)
		return true, nil
	}
	report, err := h.compare(ctx, h.Dir, m)
	if err != nil {
		return false, err
	}
	least, err := report.Least(last)
	if err != nil {
		least = err.Error()
	}
	fmt.Fprintf(out, "%s: %d incompatible and %d compatible changes since %s; next version at least %s\n%s",
		m.Name, len(report.Incompatible), len(report.Compatible), last, least, list("  ", report))
	if len(report.Incompatible) == 0 {
		return true, nil
	}
	now, err := readChangelog(filepath.Join(h.Dir, m.Name, "CHANGELOG.md"))
	if err != nil {
		return false, err
	}
	if !now.Breaks() {
		fmt.Fprintf(out, "  its changelog needs an entry that starts with %q\n", breakingEntry)
	}
	return now.Breaks(), nil
}
