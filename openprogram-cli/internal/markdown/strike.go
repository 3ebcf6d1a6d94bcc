package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// The package of goldmark's own extensions compiles patterns when it is loaded,
// which every command would wait for.

// struckOut is text between one or two tildes.
type struckOut struct{ ast.BaseInline }

var kindStruckOut = ast.NewNodeKind("StruckOut")

func (*struckOut) Kind() ast.NodeKind { return kindStruckOut }

func (n *struckOut) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// strikeParser finds runs of tildes and leaves their pairing to goldmark.
type strikeParser struct{}

func (strikeParser) Trigger() []byte { return []byte{'~'} }

func (strikeParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, at := block.PeekLine()
	run := parser.ScanDelimiter(line, before, 1, tildes{})
	if run == nil || run.OriginalLength > 2 || before == '~' {
		return nil
	}
	run.Segment = at.WithStop(at.Start + run.OriginalLength)
	block.Advance(run.OriginalLength)
	pc.PushDelimiter(run)
	return run
}

type tildes struct{}

func (tildes) IsDelimiter(b byte) bool { return b == '~' }

func (tildes) CanOpenCloser(opener, closer *parser.Delimiter) bool { return opener.Char == closer.Char }

func (tildes) OnMatch(int) ast.Node { return &struckOut{} }
