package changelog

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Lock is the line that parts what is open from what is released.
const Lock = "<!-- Released: nothing below this line is changed any more. -->"

// openHeading stands above the changes that are not released yet.
const openHeading = "## Unreleased\n"

// Breaking is how an entry starts that tells of an incompatible change.
const Breaking = "- Breaking: "

var heading = regexp.MustCompile(`(?m)^## (v\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?) - \d{4}-\d{2}-\d{2}$`)

// Changelog is a CHANGELOG.md.
type Changelog struct {
	Title      string // up to the heading of the open part
	Unreleased string // the entries below that heading, without blank lines around them
	Released   string // what follows the lock, without blank lines around it
}

// Parse reads a CHANGELOG.md.
func Parse(text string) (Changelog, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	above, released, ok := strings.Cut(text, Lock+"\n")
	if !ok || strings.Contains(released, Lock) {
		return Changelog{}, fmt.Errorf("needs one line %q", Lock)
	}
	title, open, ok := strings.Cut(above, openHeading)
	if !ok {
		return Changelog{}, fmt.Errorf("needs a heading %q above that line", strings.TrimSpace(openHeading))
	}
	if strings.Contains(open, "\n## ") {
		return Changelog{}, errors.New("has a heading between what is unreleased and the lock")
	}
	c := Changelog{Title: title, Unreleased: strings.TrimSpace(open), Released: strings.TrimSpace(released)}
	if c.Released != "" && !heading.MatchString(strings.SplitN(c.Released, "\n", 2)[0]) {
		return Changelog{}, errors.New("what is released must start with a heading like \"## v0.1.0 - 2006-01-02\"")
	}
	return c, nil
}

// String gives the text that Parse reads.
func (c Changelog) String() string {
	var b strings.Builder
	b.WriteString(c.Title + openHeading)
	if c.Unreleased != "" {
		b.WriteString("\n" + c.Unreleased + "\n")
	}
	b.WriteString("\n" + Lock + "\n")
	if c.Released != "" {
		b.WriteString("\n" + c.Released + "\n")
	}
	return b.String()
}

// Versions gives the released versions in the order of the file, the newest
// first.
func (c Changelog) Versions() []string {
	var versions []string
	for _, match := range heading.FindAllStringSubmatch(c.Released, -1) {
		versions = append(versions, match[1])
	}
	return versions
}

// Section gives the entries of a released version, empty when there is none.
func (c Changelog) Section(version string) string {
	matches := heading.FindAllStringSubmatchIndex(c.Released, -1)
	for i, match := range matches {
		if c.Released[match[2]:match[3]] != version {
			continue
		}
		end := len(c.Released)
		if i+1 < len(matches) {
			end = matches[i+1][0]
		}
		return strings.TrimSpace(c.Released[match[1]:end])
	}
	return ""
}

// Breaks reports whether the open part tells of an incompatible change.
func (c Changelog) Breaks() bool {
	return strings.HasPrefix(c.Unreleased, Breaking) || strings.Contains(c.Unreleased, "\n"+Breaking)
}
