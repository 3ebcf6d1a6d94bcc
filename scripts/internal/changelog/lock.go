package changelog

import (
	"context"
	"fmt"
	"slices"

	"github.com/openprogram/openprogram-go/scripts/internal/git"
)

// Load reads the changelog of a module in a commit.
func Load(ctx context.Context, r git.Repository, commit, module string) (Changelog, error) {
	name := module + "/CHANGELOG.md"
	text, ok, err := r.File(ctx, commit, name)
	if err != nil {
		return Changelog{}, err
	}
	if !ok {
		return Changelog{}, fmt.Errorf("%s is missing", name)
	}
	c, err := Parse(text)
	if err != nil {
		return Changelog{}, fmt.Errorf("%s %w", name, err)
	}
	return c, nil
}

// CheckLock refuses a changelog that tells another story of the releases of a
// module than it did when the last of them was tagged. The version on top may
// have no tag yet, because its tag comes after its commit.
func (c Changelog) CheckLock(ctx context.Context, r git.Repository, module string) error {
	tagged, err := r.Versions(ctx, module)
	if err != nil {
		return err
	}
	for i, version := range c.Versions() {
		if i > 0 && !slices.Contains(tagged, version) {
			return fmt.Errorf("%s/CHANGELOG.md has %s, and no tag has: are the tags fetched?", module, version)
		}
	}
	if len(tagged) == 0 {
		return nil
	}
	tag := module + "/" + tagged[0]
	before, err := Load(ctx, r, tag, module)
	if err != nil {
		return err
	}
	if !c.Keeps(before) {
		return fmt.Errorf("%s/CHANGELOG.md differs from tag %s below the line %q", module, tag, Lock)
	}
	return nil
}
