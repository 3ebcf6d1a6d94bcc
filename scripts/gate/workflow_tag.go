package main

import (
	"regexp"
	"slices"
	"strings"
)

var tagEntry = regexp.MustCompile(`^\s*-\s*["']?([^"'\s]+)["']?\s*$`)

// tagFilters gives the tags on which a workflow runs.
func tagFilters(lines []string) []string {
	var tags []string
	for i, line := range lines {
		if strings.TrimSpace(line) != "tags:" {
			continue
		}
		for _, next := range lines[i+1:] {
			match := tagEntry.FindStringSubmatch(next)
			if match == nil {
				break
			}
			tags = append(tags, match[1])
		}
	}
	return tags
}

// tagFaults wants each module to be released by its own tags, and nothing by
// others. A tree without workflows has none.
func (t *tree) tagFaults(tags []string) []string {
	if len(tags) == 0 {
		return nil
	}
	var faults, wanted []string
	for _, m := range t.space.Modules {
		wanted = append(wanted, m.Name+"/v*")
	}
	for _, tag := range tags {
		if !slices.Contains(wanted, tag) {
			faults = append(faults, workflows+": runs on tags like "+tag)
		}
	}
	for _, tag := range wanted {
		if !slices.Contains(tags, tag) {
			faults = append(faults, workflows+": nothing runs on tags like "+tag)
		}
	}
	return faults
}
