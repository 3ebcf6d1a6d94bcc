package changelog

import (
	"errors"
	"fmt"
	"strings"
)

// Release moves what is unreleased into a section of its own, below the lock.
// date has the form 2006-01-02.
func (c Changelog) Release(version, date string) (Changelog, error) {
	if c.Unreleased == "" {
		return Changelog{}, errors.New("tells of nothing that is unreleased")
	}
	section := fmt.Sprintf("## %s - %s\n\n%s", version, date, c.Unreleased)
	if !heading.MatchString(section) {
		return Changelog{}, fmt.Errorf("cannot have the heading %q", strings.SplitN(section, "\n", 2)[0])
	}
	released := section
	if c.Released != "" {
		released += "\n\n" + c.Released
	}
	return Changelog{Title: c.Title, Released: released}, nil
}

// Keeps reports whether the changelog still says, word by word, what an earlier
// one said of releases: sections may have come on top, nothing else.
func (c Changelog) Keeps(earlier Changelog) bool {
	added, ok := strings.CutSuffix(c.Released, earlier.Released)
	return ok && (added == "" || earlier.Released == "" || strings.HasSuffix(added, "\n\n"))
}
