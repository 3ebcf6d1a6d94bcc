package memory

import (
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

// The limits of one update.
const (
	maxChanges = 64
	maxText    = 512_000 // bytes of all texts together
	maxHeading = 300     // characters
	maxReason  = 500     // characters of Update.Note
)

// Change is one addition to a note.
type Change struct {
	Path    string // relative, ends in .md; a note that is not there is begun
	Heading string // of the section to add to; empty means the end of the note
	Text    string
}

func (c Change) check() error {
	switch {
	case checkPath(c.Path) != nil:
		return ErrPath
	case len(c.Text) > maxText:
		return ErrTooLarge
	case isBlank(c.Text) || !utf8.ValidString(c.Text):
		return ErrInvalid
	case utf8.RuneCountInString(c.Heading) > maxHeading || oneLine(c.Heading) != c.Heading:
		return ErrInvalid
	case c.Heading != "" && isBlank(strings.Trim(c.Heading, "# \t")):
		return ErrInvalid
	}
	return nil
}

// checkPath reports ErrPath for a path that no note may be given.
func checkPath(path string) error {
	if folder.CheckPath(path) != nil || len(path) <= len(".md") || !strings.HasSuffix(path, ".md") {
		return ErrPath
	}
	return nil
}

func checkChanges(changes []Change) error {
	if len(changes) == 0 || len(changes) > maxChanges {
		return ErrInvalid
	}
	size := 0
	for _, c := range changes {
		if err := c.check(); err != nil {
			return err
		}
		size += len(c.Text)
	}
	if size > maxText {
		return ErrTooLarge
	}
	return nil
}
