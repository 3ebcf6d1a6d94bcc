package markdown

import (
	"bytes"
	"slices"
	"strings"
)

// Append adds text to a note: to the end of the section of that heading, or to
// the end of the note when heading is empty. A section that is not there is
// begun at the end. No byte of the note is changed or removed; the addition is
// set off by a blank line and uses the note's own line ends.
func Append(source []byte, heading, text string) []byte {
	end := lineEnd(source)
	addition := strings.ReplaceAll(plainText(text), "\n", end)
	if heading != "" {
		if section, ok := FindSection(source, heading); ok {
			return insert(source, section.End, addition, end)
		}
		addition = "## " + strings.TrimSpace(strings.TrimLeft(heading, "# \t")) + end + end + addition
	}
	return insert(source, len(source), addition, end)
}

// insert puts an addition after the last line with anything on it before a place.
func insert(source []byte, at int, addition, end string) []byte {
	before := source[:at]
	if at < len(source) {
		before = bytes.TrimRight(before, " \t\r\n")
		addition = end + end + addition
		return slices.Concat(before, []byte(addition), source[len(before):])
	}
	return slices.Concat(source, []byte(gap(source, end)+addition+end))
}

// gap is what sets an addition off from the end of a note.
func gap(source []byte, end string) string {
	rest := bytes.TrimRight(source, " \t\r\n")
	if len(rest) == 0 || len(rest) == len(byteOrderMark) && bytes.Equal(rest, byteOrderMark) {
		return ""
	}
	missing := 2 - bytes.Count(source[len(rest):], newline)
	return strings.Repeat(end, max(missing, 0))
}

// lineEnd is the line end of a note's first line, LF when it has none.
func lineEnd(source []byte) string {
	if i := bytes.IndexByte(source, '\n'); i > 0 && source[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// plainText has LF line ends and no blank lines around it.
func plainText(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	return strings.TrimRight(text[blankLines(text):], " \t\n")
}
