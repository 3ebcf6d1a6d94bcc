package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// checkTag looks at a tag itself: who made it is on record, and the commit tells
// of the release and requires only what is released.
func (h *history) checkTag(ctx context.Context, module, version string) error {
	tag := module + "/" + version
	kind, err := h.Run(ctx, "cat-file", "-t", "refs/tags/"+tag)
	if err != nil {
		return err
	}
	if kind != "tag" {
		return errors.New("is not annotated")
	}
	told, err := changelog.Load(ctx, h.Repository, tag, module)
	if err != nil {
		return err
	}
	if listed := told.Versions(); len(listed) == 0 || listed[0] != version || told.Unreleased != "" {
		return errors.New("points at a commit whose changelog does not release it")
	}
	m, err := h.module(ctx, tag, module)
	if err != nil {
		return err
	}
	for sibling, required := range m.Siblings {
		if _, err := h.Run(ctx, "rev-parse", "--verify", "--quiet", "refs/tags/"+sibling+"/"+required); err != nil {
			return fmt.Errorf("requires %s %s, which has no tag", sibling, required)
		}
	}
	return nil
}

// module reads the go.mod of a module in a commit.
func (h *history) module(ctx context.Context, commit, name string) (workspace.Module, error) {
	text, ok, err := h.File(ctx, commit, name+"/go.mod")
	if err != nil {
		return workspace.Module{}, err
	}
	if !ok {
		return workspace.Module{}, fmt.Errorf("has no %s/go.mod", name)
	}
	return workspace.ParseModule(name+"/go.mod", name, []byte(text))
}

// checkSums compares the lines about siblings in the go.sum of a tag with what the
// go command computes from the tags of those siblings.
func (h *history) checkSums(ctx context.Context, isolated *gotool.Isolated, module, version string) error {
	text, _, err := h.File(ctx, module+"/"+version, module+"/go.sum")
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) != 3 || !strings.HasPrefix(fields[0], workspace.Base) {
			continue
		}
		required, isMod := strings.CutSuffix(fields[1], "/go.mod")
		got, err := isolated.Download(ctx, fields[0], required)
		if err != nil {
			return err
		}
		if want := fields[2]; isMod && got.GoModSum != want || !isMod && got.Sum != want {
			return fmt.Errorf("its go.sum has %s for %s %s, the tag gives %s and %s", want, fields[0], fields[1], got.Sum, got.GoModSum)
		}
	}
	return nil
}
