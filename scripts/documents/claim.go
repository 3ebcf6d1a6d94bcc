package main

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// A claim about the program is worth as much as the test that holds it. Where a
// document names a test it links to its file, and in a table whose last column is
// "held by" every row does.

// testLink is a link from the name of a test to the file that it is in.
var testLink = regexp.MustCompile("\\[`((?:Test|Fuzz|Example)\\w*)`\\]\\(([^)\\s]+)\\)")

// testName is the name of a test in a document, linked or not.
var testName = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)`")

const heldBy = "| held by |"

// claims checks the tests that a document names.
func claims(root fs.FS, document, text string) []string {
	var faults []string
	linked := map[string]bool{}
	for _, found := range testLink.FindAllStringSubmatch(text, -1) {
		name, file := found[1], path.Join(path.Dir(document), found[2])
		linked[name] = true
		source, err := fs.ReadFile(root, file)
		if err == nil && (!strings.HasSuffix(file, "_test.go") || !strings.Contains(string(source), "\nfunc "+name+"(")) {
			faults = append(faults, "there is no test "+name+" in "+found[2])
		}
	}
	for _, found := range testName.FindAllStringSubmatch(text, -1) {
		if !linked[found[1]] {
			faults = append(faults, "the test "+found[1]+" is named without a link to its file")
		}
	}
	return append(faults, unheld(text)...)
}

// unheld finds the claims in tables that no test holds.
func unheld(text string) []string {
	var faults []string
	inTable := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasSuffix(line, heldBy):
			inTable = true
		case !strings.HasPrefix(line, "|"):
			inTable = false
		case inTable && !strings.HasPrefix(line, "|---") && !testLink.MatchString(line):
			claim, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
			faults = append(faults, "no test holds: "+claim)
		}
	}
	return faults
}
