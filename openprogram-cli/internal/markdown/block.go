package markdown

import (
	"regexp"
	"strings"
	"sync"
)

// kind says what a line of Markdown is, or what it begins.
type kind int

const (
	paragraph kind = iota // also what goes on with the block before
	blank
	heading
	rule
	fence
	item
	quote
	row
	indented
)

var (
	headingForm = form(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	ruleForm    = form(`^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	fenceForm   = form("^([ \t]*)(`{3,}|~{3,})([^`]*)$")
	itemForm    = form(`^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(.*)$`)
	quoteForm   = form(`^ {0,3}> ?(.*)$`)
	rowForm     = form(`^ {0,3}\|.*\|[ \t]*$`)
	underline   = form(`^ {0,3}(?:={2,}|-{2,})[ \t]*$`)
)

// form compiles a pattern when it is first asked for: most commands show no
// Markdown and would wait for it in vain.
func form(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// line is a line and what was found in it.
type line struct {
	kind   kind
	text   string // without what makes the kind
	indent int    // columns before it
	marker string // of an item or a fence; of a rule that may underline a heading
}

// read says what a line is by itself.
func read(text string) line {
	text = strings.ReplaceAll(text, "\t", tab)
	indent := len(text) - len(strings.TrimLeft(text, " "))
	l := line{kind: paragraph, text: text[indent:], indent: indent} // two blanks at its end break the line
	switch {
	case l.text == "":
		l.kind = blank
	case fenceForm().MatchString(text):
		m := fenceForm().FindStringSubmatch(text)
		l.kind, l.marker, l.text = fence, m[2], strings.TrimSpace(m[3])
	case headingForm().MatchString(text):
		l.kind, l.text = heading, headingForm().FindStringSubmatch(text)[2]
	case underline().MatchString(text):
		l.kind, l.marker = rule, strings.TrimSpace(l.text)
	case ruleForm().MatchString(text):
		l.kind = rule
	case itemForm().MatchString(text):
		m := itemForm().FindStringSubmatch(text)
		l.kind, l.marker, l.text = item, m[2], m[3]
	case quoteForm().MatchString(text):
		l.kind, l.text = quote, quoteForm().FindStringSubmatch(text)[1]
	case rowForm().MatchString(text):
		l.kind = row
	case indent >= 4:
		l.kind = indented
	}
	return l
}

// closes reports whether a line ends the code block that the fence began.
func (l line) closes(marker string) bool {
	return l.kind == fence && l.text == "" && strings.HasPrefix(l.marker, marker)
}
