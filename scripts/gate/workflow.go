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
	uses     = regexp.MustCompile(`^\s*-?\s*uses:\s*(\S+)`)
	pinned   = regexp.MustCompile(`@[0-9a-f]{40}$`)
	writing  = regexp.MustCompile(`^permissions:.*write|^  [a-z-]+:\s*write`)
	tagEntry = regexp.MustCompile(`^\s*-\s*["']?([^"'\s]+)["']?\s*$`)
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

// permissionFaults wants every workflow to begin with the right to read. A job may
// ask for more, which is then seen beside what it does.
func permissionFaults(lines []string) []string {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "permissions:") })
	if at < 0 {
		return []string{": does not say its permissions"}
	}
	var faults []string
	for i, line := range lines[at:] {
		if i > 0 && !strings.HasPrefix(line, "  ") {
			break
		}
		if writing.MatchString(line) {
			faults = append(faults, fmt.Sprintf(":%d: every job may write", at+i+1))
		}
	}
	for i, line := range lines {
		if strings.Contains(line, "pull_request_target") {
			faults = append(faults, fmt.Sprintf(":%d: a stranger's code would run with rights", i+1))
		}
	}
	return faults
}

// scriptFaults finds expressions inside of scripts, where their value would be run.
func scriptFaults(lines []string) []string {
	var faults []string
	inside := -1 // the indentation of the run key, -1 outside
	for i, line := range lines {
		trimmed := strings.TrimLeft(line, " ")
		indentation := len(line) - len(trimmed)
		if inside >= 0 && trimmed != "" && indentation <= inside {
			inside = -1
		}
		if rest := strings.TrimPrefix(trimmed, "- "); strings.HasPrefix(rest, "run:") {
			inside = indentation + len(trimmed) - len(rest)
		}
		if inside >= 0 && strings.Contains(line, "${{") {
			faults = append(faults, fmt.Sprintf(":%d: a script contains an expression; hand it over in env", i+1))
		}
	}
	return faults
}

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
