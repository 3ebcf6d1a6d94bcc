package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Heading is a heading of a note: one that stands on its own, not one inside a
// list or a quotation.
type Heading struct {
	Level int    // 1 to 6
	Text  string // as written, without the marks that make it a heading
	Start int    // where its first line begins, in bytes
	Line  int    // the number of that line, from 1
}

// Outline lists the headings of a note, in order.
func Outline(source []byte) []Heading {
	var headings []Heading
	from := frontMatter(source)
	body := source[from:]
	line, counted := 1, 0
	for n := parse(body); n != nil; n = n.NextSibling() {
		heading, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		start := from + lineStart(body, heading.Pos())
		line += bytes.Count(source[counted:start], newline)
		counted = start
		headings = append(headings, Heading{
			Level: heading.Level, Text: headingText(body, heading), Start: start, Line: line,
		})
	}
	return headings
}

var newline = []byte("\n")

// parse gives the first block of a note.
func parse(body []byte) ast.Node {
	return blocks.Parse(text.NewReader(body)).FirstChild()
}

func lineStart(body []byte, at int) int {
	return bytes.LastIndexByte(body[:max(at, 0)], '\n') + 1
}

func headingText(body []byte, heading *ast.Heading) string {
	lines := heading.Lines()
	parts := make([]string, 0, lines.Len())
	for i := range lines.Len() {
		segment := lines.At(i)
		parts = append(parts, strings.TrimSpace(string(segment.Value(body))))
	}
	return strings.ToValidUTF8(strings.Join(parts, " "), "\uFFFD")
}
