package mcpcontracts

import "unicode"

// Blank reports whether a string shows nothing: it is empty, or has only Unicode
// white space, the separators U+001C to U+001F, zero width spaces (U+200B), byte
// order marks (U+FEFF) and NUL. The pattern \S of the schemas means "not blank".
func Blank(s string) bool {
	for _, r := range s {
		if !blankRune(r) {
			return false
		}
	}
	return true
}

func blankRune(r rune) bool {
	switch r {
	case 0, '\u200b', '\ufeff', 0x1c, 0x1d, 0x1e, 0x1f:
		return true
	}
	return unicode.IsSpace(r)
}
