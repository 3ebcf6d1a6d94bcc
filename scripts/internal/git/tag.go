package git

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// Versions gives the versions that a module has tags for, the newest first.
// Tags that are no canonical version are left out.
func (r Repository) Versions(ctx context.Context, module string) ([]string, error) {
	out, err := r.Run(ctx, "tag", "--list", module+"/v*")
	if err != nil {
		return nil, err
	}
	var versions []string
	for tag := range strings.FieldsSeq(out) {
		version := strings.TrimPrefix(tag, module+"/")
		if semver.IsValid(version) && semver.Canonical(version) == version {
			versions = append(versions, version)
		}
	}
	slices.SortFunc(versions, func(a, b string) int { return semver.Compare(b, a) })
	return versions, nil
}

// Last gives the newest version of a module, empty when it has none.
func (r Repository) Last(ctx context.Context, module string) (string, error) {
	versions, err := r.Versions(ctx, module)
	if err != nil || len(versions) == 0 {
		return "", err
	}
	return versions[0], nil
}
