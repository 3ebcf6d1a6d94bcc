package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// plan says which modules get which version.
type plan map[string]string

// parsePlan reads arguments like mcpcontracts=v0.2.0.
func parsePlan(arguments []string) (plan, error) {
	if len(arguments) == 0 {
		return nil, errors.New("nothing to release: name MODULE=VERSION, such as mcpcontracts=v0.2.0")
	}
	p := plan{}
	for _, argument := range arguments {
		module, version, ok := strings.Cut(argument, "=")
		if !ok || p[module] != "" {
			return nil, fmt.Errorf("%q is not MODULE=VERSION, or names a module again", argument)
		}
		if !semver.IsValid(version) || semver.Canonical(version) != version {
			return nil, fmt.Errorf("%s: %q is no version like v0.2.0", module, version)
		}
		if major := semver.Major(version); major != "v0" && major != "v1" {
			return nil, fmt.Errorf("%s: %s needs a module path that ends in /%s", module, version, major)
		}
		p[module] = version
	}
	return p, nil
}

// modules gives what is planned in the order of the tiers.
func (p plan) modules(space *workspace.Workspace) []workspace.Module {
	var planned []workspace.Module
	for _, m := range space.Modules {
		if p[m.Name] != "" {
			planned = append(planned, m)
		}
	}
	return planned
}

// String names what is planned, in the order of the tiers.
func (p plan) title(space *workspace.Workspace) string {
	var parts []string
	for _, m := range p.modules(space) {
		parts = append(parts, m.Name+" "+p[m.Name])
	}
	return strings.Join(parts, ", ")
}

// check refuses a plan that the history or the changelogs speak against.
func (p plan) check(ctx context.Context, h *history) error {
	for name := range p {
		if _, err := h.space.Module(name); err != nil {
			return err
		}
	}
	for _, m := range p.modules(h.space) {
		if err := p.checkModule(ctx, h, m); err != nil {
			return fmt.Errorf("%s %s: %w", m.Name, p[m.Name], err)
		}
	}
	return nil
}

func (p plan) checkModule(ctx context.Context, h *history, m workspace.Module) error {
	versions, err := h.Versions(ctx, m.Name)
	if err != nil {
		return err
	}
	if slices.Contains(versions, p[m.Name]) {
		return errors.New("is released already, and a version is never released twice")
	}
	if last := h.last[m.Name]; last != "" && semver.Compare(p[m.Name], last) < 0 {
		return fmt.Errorf("is older than %s", last)
	}
	for sibling := range m.Siblings {
		if p[sibling] == "" && h.last[sibling] == "" {
			return fmt.Errorf("requires %s, which has no release", sibling)
		}
	}
	now, err := changelog.Load(ctx, h.Repository, "HEAD", m.Name)
	if err != nil {
		return err
	}
	if now.Unreleased == "" {
		return errors.New("its changelog tells of nothing that is unreleased")
	}
	if listed := now.Versions(); !slices.Equal(listed, versions[:min(len(versions), len(listed))]) {
		return fmt.Errorf("its changelog lists %v, its tags %v: are the tags fetched, is a release not tagged yet?", listed, versions)
	}
	return now.CheckLock(ctx, h.Repository, m.Name)
}
