package markdown

import "bytes"

var byteOrderMark = []byte("\xEF\xBB\xBF")

// frontMatter is how many bytes of a note come before its Markdown: a byte order
// mark, and a block between a first line of --- and the next line of --- or
// ..., which would otherwise read as a heading. Without that next line there is
// no front matter.
func frontMatter(source []byte) int {
	mark := 0
	if bytes.HasPrefix(source, byteOrderMark) {
		mark = len(byteOrderMark)
	}
	at, first := nextLine(source, mark)
	if first != "---" {
		return mark
	}
	for at < len(source) {
		end, line := nextLine(source, at)
		if line == "---" || line == "..." {
			return end
		}
		at = end
	}
	return mark
}

// nextLine is the line that begins at a place, without trailing blanks, and
// where the one after it begins.
func nextLine(source []byte, at int) (end int, line string) {
	rest := source[at:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i+1]
	}
	return at + len(rest), string(bytes.TrimRight(rest, " \t\r\n"))
}
