package authority

import (
	"strings"
	"unicode"
)

// fold gives one form to texts that a file system or a reader takes for the
// same: letter case is folded, fullwidth ASCII and the ideographic space are
// made plain, and characters that show nothing are dropped. Deny and ask rules
// and protected names are compared folded, allow rules never are.
//
// It is not Unicode normalization, which the standard library lacks: a composed
// and a decomposed accent stay different.
func fold(text string) string { return strings.Map(foldRune, text) }

// narrow makes plain nothing but fullwidth ASCII and the ideographic space.
func narrow(text string) string { return strings.Map(narrowRune, text) }

func foldRune(r rune) rune {
	if unshown(r) {
		return -1
	}
	r = narrowRune(r)
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

func narrowRune(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E: // fullwidth ! to ~
		return r - 0xFF01 + '!'
	case r == 0x3000: // ideographic space
		return ' '
	}
	return r
}

// unshown reports the characters that some file systems ignore in names: zero
// width ones, direction marks and the byte order mark.
func unshown(r rune) bool {
	return r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E ||
		r >= 0x2060 && r <= 0x206F || r == 0xFEFF
}
