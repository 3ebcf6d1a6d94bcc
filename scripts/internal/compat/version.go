package compat

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
)

// Least gives the lowest version that may follow last with the changes of the
// report. Below v1 an incompatible change takes a minor version and everything
// else a patch; from v1 on an addition takes a minor version, and an
// incompatible change another module path, which is an error here.
func (r Report) Least(last string) (string, error) {
	major, minor, patch, err := split(last)
	switch {
	case err != nil:
		return "", err
	case semver.Prerelease(last) != "" && len(r.Incompatible) == 0:
		return fmt.Sprintf("v%d.%d.%d", major, minor, patch), nil
	case len(r.Incompatible) > 0 && major > 0:
		return "", fmt.Errorf("an incompatible change after %s needs a module path that ends in /v%d", last, major+1)
	case len(r.Incompatible) > 0, len(r.Compatible) > 0 && major > 0:
		return fmt.Sprintf("v%d.%d.0", major, minor+1), nil
	}
	return fmt.Sprintf("v%d.%d.%d", major, minor, patch+1), nil
}

func split(version string) (major, minor, patch int, err error) {
	if !semver.IsValid(version) || semver.Canonical(version) != version {
		return 0, 0, 0, fmt.Errorf("%q is no version like v1.2.3", version)
	}
	core := strings.TrimPrefix(strings.TrimSuffix(version, semver.Prerelease(version)), "v")
	numbers := [3]int{}
	for i, part := range strings.Split(core, ".") {
		if numbers[i], err = strconv.Atoi(part); err != nil {
			return 0, 0, 0, err
		}
	}
	return numbers[0], numbers[1], numbers[2], nil
}
