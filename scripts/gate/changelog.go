package main

import (
	"context"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
	"github.com/openprogram/openprogram-go/scripts/internal/git"
)

// logged finds changelogs that cannot be read or that rewrite what was released.
func logged(ctx context.Context, t *tree) ([]string, error) {
	repository := git.Repository{Dir: t.root}
	var faults []string
	for _, m := range t.space.Modules {
		text, err := t.read(m.Name + "/CHANGELOG.md")
		if err != nil {
			faults = append(faults, m.Name+": has no CHANGELOG.md")
			continue
		}
		now, err := changelog.Parse(text)
		if err != nil {
			faults = append(faults, m.Name+"/CHANGELOG.md: "+err.Error())
			continue
		}
		if err := now.CheckLock(ctx, repository, m.Name); err != nil {
			faults = append(faults, err.Error())
		}
	}
	return faults, nil
}
