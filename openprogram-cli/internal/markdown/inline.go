package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// inlineParser takes every text for one paragraph: blocks are found beforehand.
var inlineParser = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
	parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
		util.Prioritized(strikeParser{}, 500))...),
)

// inline gives the spans of a text with its emphasis, code and links.
func inline(source string, base style) []span {
	w := &inlineWriter{source: []byte(source)}
	w.children(inlineParser.Parse(text.NewReader(w.source)), base)
	return w.spans
}

type inlineWriter struct {
	source []byte
	spans  []span
}

func (w *inlineWriter) add(s string, st style) {
	w.spans = append(w.spans, span{text: s, style: st})
}

func (w *inlineWriter) children(n ast.Node, st style) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, st)
	}
}

func (w *inlineWriter) node(n ast.Node, st style) {
	switch n := n.(type) {
	case *ast.Text:
		w.text(n, st)
	case *ast.String:
		w.add(terminal.Line(string(n.Value)), st)
	case *ast.CodeSpan:
		w.add(terminal.Line(w.raw(n)), st|code)
	case *ast.Emphasis:
		bit := italic
		if n.Level > 1 {
			bit = bold
		}
		w.children(n, st|bit)
	case *struckOut:
		w.children(n, st|struck)
	case *ast.Link:
		w.link(n, string(n.Destination), st)
	case *ast.Image:
		w.add("[image] ", st|faint)
		w.link(n, string(n.Destination), st)
	case *ast.AutoLink:
		w.add(terminal.Line(string(n.URL(w.source))), st|link)
	case *ast.RawHTML:
		w.add(terminal.Line(string(n.Segments.Value(w.source))), st)
	default:
		w.children(n, st)
	}
}

// text is plain text, its escapes and entities resolved before what could drive
// the terminal is made visible.
func (w *inlineWriter) text(n *ast.Text, st style) {
	value := util.ResolveEntityNames(util.ResolveNumericReferences(n.Segment.Value(w.source)))
	if !n.IsRaw() {
		value = util.UnescapePunctuations(value)
	}
	w.add(terminal.Line(string(value)), st)
	switch {
	case n.HardLineBreak():
		w.add("\n", st)
	case n.SoftLineBreak():
		w.add(" ", st)
	}
}

// link shows where a link leads unless its text says so.
func (w *inlineWriter) link(n ast.Node, to string, st style) {
	before := len(w.spans)
	w.children(n, st|link)
	var shown strings.Builder
	for _, s := range w.spans[before:] {
		shown.WriteString(s.text)
	}
	if to = terminal.Line(to); to != "" && shown.String() != to {
		w.add(" ("+to+")", st|faint)
	}
}

// raw is the text of a code span, lines joined.
func (w *inlineWriter) raw(n ast.Node) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			out.Write(t.Segment.Value(w.source))
		}
	}
	return strings.ReplaceAll(out.String(), "\n", " ")
}
