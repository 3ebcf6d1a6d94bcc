package tool

import (
	"fmt"
	"unicode/utf8"
)

// ModelTextLimit is how many characters of one tool result a model is shown.
const ModelTextLimit = 30_000

// Elide shortens a text to at most limit characters: 70 % of them from the
// head, the rest from the tail, and between them a marker that says how many
// characters are missing. A text that fits is returned as it is. A limit too
// small for the marker leaves the head alone.
func Elide(text string, limit int) string {
	total := utf8.RuneCountInString(text)
	if total <= limit {
		return text
	}
	// The marker's own length depends on the number in it, which is at most
	// the total.
	longest := utf8.RuneCountInString(marker(total))
	keep := limit - longest
	if keep <= 0 {
		return text[:runeOffset(text, max(limit, 0))]
	}
	head := keep * 7 / 10
	return text[:runeOffset(text, head)] + marker(total-keep) + text[runeOffset(text, total-(keep-head)):]
}

func marker(missing int) string { return fmt.Sprintf("\n[... elided %d characters ...]\n", missing) }

// runeOffset is the byte at which the n-th character of the text begins.
func runeOffset(text string, n int) int {
	offset := 0
	for range n {
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset
}
