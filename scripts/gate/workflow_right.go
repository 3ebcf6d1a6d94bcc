package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// writing is a line of the permissions that all jobs have.
var writing = regexp.MustCompile(`^permissions:.*write|^  [a-z-]+:\s*write`)

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
