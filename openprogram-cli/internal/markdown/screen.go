package markdown

import (
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// screen writes text that can be taken back, as long as it is on the screen.
type screen struct {
	w      io.Writer
	size   func() (columns, rows int)
	column int  // where the cursor is
	row    int  // how many rows below the place to go back to
	lost   bool // that place has been scrolled away
	dirty  bool // something can be taken back

	closing bool // nothing is drafted any more
}

// draft writes text that will be taken back.
func (s *screen) draft(text string) {
	if text == "" || s.closing {
		return
	}
	s.dirty = true
	columns, rows := s.size()
	for _, r := range text {
		s.advance(r, max(columns, 1))
	}
	s.lost = s.lost || s.row >= rows-1
	io.WriteString(s.w, text)
}

// advance follows the cursor as terminals move it: a character that does not
// fit goes to the next row, one that just fits leaves the cursor on its row.
func (s *screen) advance(r rune, columns int) {
	if r == '\n' {
		s.row++
		s.column = 0
		return
	}
	width := runewidth.RuneWidth(r)
	if s.column+width > columns {
		s.row++
		s.column = 0
	}
	s.column += width
}

// takeBack removes the draft. It reports false when it has to stay because its
// begin has been scrolled away; then the cursor is put at the beginning of a row.
func (s *screen) takeBack() bool {
	if s.dirty && s.lost {
		if s.column > 0 {
			io.WriteString(s.w, "\n")
		}
		s.settle()
		return false
	}
	if s.dirty {
		up := ""
		if s.row > 0 {
			up = fmt.Sprintf("\x1b[%dA", s.row)
		}
		io.WriteString(s.w, "\r"+up+"\x1b[J")
	}
	s.settle()
	return true
}

// settle makes the cursor's row the place to go back to.
func (s *screen) settle() { s.column, s.row, s.lost, s.dirty = 0, 0, false, false }

// lines writes what stays.
func (s *screen) lines(lines []string) {
	if len(lines) > 0 {
		io.WriteString(s.w, strings.Join(lines, "\n")+"\n")
	}
}
