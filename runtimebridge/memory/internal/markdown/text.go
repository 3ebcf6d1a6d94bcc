package markdown

import (
	"bytes"
	"strings"
	"unicode"
)

// Text is a note as it is shown and searched: without a byte order mark, lines
// ending in LF, and U+FFFD for what is not UTF-8.
func Text(source []byte) string {
	text := string(bytes.TrimPrefix(source, byteOrderMark))
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.ToValidUTF8(text, "\uFFFD")
}

// blankLines is how many bytes the blank lines at the beginning of a text take.
func blankLines(text string) int {
	end := 0
	for i, r := range text {
		if r == '\n' {
			end = i + 1
		} else if !unicode.IsSpace(r) {
			break
		}
	}
	return end
}
