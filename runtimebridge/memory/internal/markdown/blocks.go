package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// blocks parses the blocks of a note and leaves the text inside them alone.
var blocks = parser.NewParser(parser.WithBlockParsers(
	util.Prioritized(parser.NewSetextHeadingParser(), 100),
	util.Prioritized(parser.NewThematicBreakParser(), 200),
	util.Prioritized(container{parser.NewListParser()}, 300),
	util.Prioritized(parser.NewListItemParser(), 400),
	util.Prioritized(parser.NewCodeBlockParser(), 500),
	util.Prioritized(parser.NewATXHeadingParser(), 600),
	util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
	util.Prioritized(container{parser.NewBlockquoteParser()}, 800),
	util.Prioritized(parser.NewHTMLBlockParser(), 900),
	util.Prioritized(parser.NewParagraphParser(), 1000),
))

// maxNesting is how deeply lists and quotations may be nested. What is deeper is
// read as text: each line costs as much time as it is deep, and notes come from
// strangers too.
const maxNesting = 24

// container parses a block that holds others, down to maxNesting.
type container struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (c container) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth > maxNesting {
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, reader, pc)
}
