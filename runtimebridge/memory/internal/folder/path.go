package folder

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxPath = 1024 // bytes of a path
	maxName = 255  // bytes of one name in it
)

// CheckPath reports ErrPath for a path that no file of a folder may be given:
// one that is absolute, steps up, is hidden, or is not plain text. Paths are
// relative and use slashes.
func CheckPath(path string) error {
	if path == "" || len(path) > maxPath || strings.ContainsRune(path, '\\') || !isPlain(path) {
		return ErrPath
	}
	for name := range strings.SplitSeq(path, "/") {
		if name == "" || len(name) > maxName || isHidden(name) {
			return ErrPath
		}
	}
	return nil
}

// isHidden also holds for . and ..
func isHidden(name string) bool { return strings.HasPrefix(name, ".") }

// isPlain reports whether a name can stand in a line of text.
func isPlain(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, isBreak)
}

func isBreak(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
