package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine replaces what would break or hide a line by blanks.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// clip cuts a text to a number of characters and marks the cut.
func clip(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// isBlank holds for text that shows nothing.
func isBlank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.IsControl(r) && r != '\u200B' && r != '\uFEFF'
	})
}
