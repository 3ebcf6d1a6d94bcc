package markdown

import (
	"bytes"
	"strings"
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
	at := 0
	for {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 || strings.TrimSpace(text[at:at+i]) != "" {
			return at
		}
		at += i + 1
	}
}
