package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const workflows = ".github/workflows"

var (
	uses   = regexp.MustCompile(`^\s*-?\s*uses:\s*(\S+)`)
	pinned = regexp.MustCompile(`@[0-9a-f]{40}$`)
)

// automated finds workflows that run what somebody else can change, that may do
// more than they need, or that release on any tag.
func automated(_ context.Context, t *tree) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(t.root, filepath.FromSlash(workflows)))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var faults, tags []string
	for _, entry := range entries {
		if entry.Type()&fs.ModeType != 0 {
			continue
		}
		name := path.Join(workflows, entry.Name())
		text, err := t.read(name)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(text, "\n")
		for _, fault := range slices.Concat(actionFaults(lines), permissionFaults(lines), scriptFaults(lines)) {
			faults = append(faults, name+fault)
		}
		tags = append(tags, tagFilters(lines)...)
	}
	return append(faults, t.tagFaults(tags)...), nil
}

// actionFaults finds actions that are not pinned, and checkouts that leave their
// credentials lying around.
func actionFaults(lines []string) []string {
	var faults []string
	for i, line := range lines {
		match := uses.FindStringSubmatch(line)
		if match == nil || strings.HasPrefix(match[1], "./") {
			continue
		}
		if !pinned.MatchString(match[1]) {
			faults = append(faults, fmt.Sprintf(":%d: %s is not pinned by its commit", i+1, match[1]))
		}
		step := strings.Join(lines[i:min(i+4, len(lines))], "\n")
		if strings.HasPrefix(match[1], "actions/checkout@") && !strings.Contains(step, "persist-credentials: false") {
			faults = append(faults, fmt.Sprintf(":%d: the checkout keeps its credentials", i+1))
		}
	}
	return faults
}
