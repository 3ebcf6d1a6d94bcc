package markdown

import (
	"io"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// Stream renders text while it is written. It is for one answer: End ends it.
type Stream struct {
	screen  screen
	partial string // of the line that has not ended
	block   []line // the lines of the block that is not complete
	fence   line   // the fence of the code block that is open; without a marker none is
	inList  bool   // what is indented belongs to an item
	gap     bool   // an empty line comes before the next block
	begun   bool   // something was shown
}

// NewStream gives a Stream onto a terminal of a size, which may change.
func NewStream(w io.Writer, size func() (columns, rows int)) *Stream {
	return &Stream{screen: screen{w: w, size: size}}
}

// Write takes the next piece of the text.
func (s *Stream) Write(text string) {
	for {
		head, rest, ended := strings.Cut(text, "\n")
		s.partial += head
		s.screen.draft(plain(head))
		if !ended {
			return
		}
		s.line()
		text = rest
	}
}

// End renders what is left. The cursor is at the beginning of a line then.
func (s *Stream) End() {
	if s.partial != "" {
		s.screen.closing = true // what would be taken back at once is not drafted
		s.line()
		s.screen.closing = false
	}
	if s.screen.takeBack() {
		s.show(s.block)
	}
	s.block, s.fence, s.inList = nil, line{}, false
}

// plain is text as it is shown until its block is complete.
func plain(text string) string {
	return strings.ReplaceAll(terminal.Text(strings.TrimSuffix(text, "\r")), "\t", tab)
}

// line deals with a line that is complete, and drafted.
func (s *Stream) line() {
	text := strings.TrimSuffix(s.partial, "\r")
	s.partial = ""
	l := read(text)
	if s.fence.marker == "" && s.goesOn(l) {
		s.block = append(s.block, l)
		s.screen.draft("\n")
		return
	}
	shown := !s.screen.takeBack() // a block too long for the screen stays as it was written
	if shown {
		s.begun = true
	} else {
		s.show(s.block)
	}
	s.block = nil
	if s.fence.marker != "" {
		s.codeLine(l, text, shown)
		return
	}
	s.begin(l, text, shown)
}

// goesOn reports whether a line belongs to the block before it.
func (s *Stream) goesOn(l line) bool {
	if len(s.block) == 0 || s.block[len(s.block)-1].kind == rule {
		return false
	}
	switch first := s.block[0].kind; l.kind {
	case paragraph, indented:
		return first != row
	case quote, row:
		return first == l.kind
	case rule:
		return first == paragraph && l.marker != "" // it makes a heading of the paragraph
	}
	return false
}

// begin starts a block with a line, or shows what is a block by itself.
func (s *Stream) begin(l line, text string, shown bool) {
	switch l.kind {
	case blank:
		s.gap = s.begun
		return
	case fence:
		s.fence = l
		return
	case rule:
		if l.marker != "" && !strings.HasPrefix(l.marker, "---") {
			l.kind = paragraph // what underlines nothing and is too short
		}
		s.inList = false
	case heading:
		s.inList = false
	case paragraph:
		s.inList = s.inList && l.indent > 0
	case indented:
		if s.inList {
			l.kind = paragraph
		}
	}
	switch {
	case shown:
	case l.kind == heading || l.kind == rule || l.kind == indented:
		s.show([]line{l})
	default:
		s.block = []line{l}
		s.screen.draft(plain(text) + "\n")
	}
}

// codeLine shows a line of a code block as it is, or ends the block.
func (s *Stream) codeLine(l line, text string, shown bool) {
	if l.closes(s.fence.marker) {
		s.fence = line{}
		return
	}
	if !shown {
		s.put([]string{codeText(text, s.fence.indent)})
	}
}

// show renders a block.
func (s *Stream) show(block []line) {
	if len(block) == 0 {
		return
	}
	columns, _ := s.screen.size()
	if block[0].kind == item {
		s.inList = true
	}
	s.put(render(block, max(min(columns, widest), 1)))
}

// put writes lines that stay, behind the empty line that they are due.
func (s *Stream) put(lines []string) {
	if s.gap {
		lines = append([]string{""}, lines...)
	}
	s.gap, s.begun = false, true
	s.screen.lines(lines)
}
