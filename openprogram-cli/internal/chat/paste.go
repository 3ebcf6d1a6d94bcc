package chat

import (
	"bytes"
	"strings"
)

// The sequences that a terminal puts around what is pasted, once it is told to.
const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"

	askForPastes = "\x1b[?2004h"
	noPastes     = "\x1b[?2004l"
)

// What stands, while a line is edited, for the characters that would end the
// line or complete it.
const (
	shownLineFeed = '␤'
	shownTab      = '␉'
)

// pasted gives a line that was edited its line feeds and tabs back.
var pasted = strings.NewReplacer(string(shownLineFeed), "\n", string(shownTab), "\t")

// pasteFilter makes one line of what is pasted. It works on the bytes that come
// from a terminal, in pieces of any size.
type pasteFilter struct {
	inside bool
	rest   []byte // the beginning of a sequence that may be one of the two
	cr     bool   // the last pasted byte was a carriage return
}

// take gives what the piece comes to.
func (f *pasteFilter) take(piece []byte) []byte {
	data := append(f.rest, piece...)
	f.rest = nil
	var out []byte
	for len(data) > 0 {
		mark := []byte(pasteBegin)
		if f.inside {
			mark = []byte(pasteEnd)
		}
		text, rest, found := bytes.Cut(data, mark)
		if !found {
			keep := len(data) - overlap(data, mark, f.inside || len(piece) > 1)
			f.rest = bytes.Clone(data[keep:])
			return append(out, f.text(data[:keep])...)
		}
		out = append(out, f.text(text)...)
		f.inside, f.cr = !f.inside, false
		data = rest
	}
	return out
}

// overlap is how many bytes at the end of data may be the beginning of the mark. An
// ESC that is typed comes alone: it is a key of its own.
func overlap(data, mark []byte, one bool) int {
	least := 2
	if one {
		least = 1
	}
	for n := min(len(mark)-1, len(data)); n >= least; n-- {
		if bytes.HasSuffix(data, mark[:n]) {
			return n
		}
	}
	return 0
}

func (f *pasteFilter) text(data []byte) []byte {
	if !f.inside {
		return data
	}
	var out []byte
	for _, b := range data {
		after := f.cr
		f.cr = b == '\r'
		switch {
		case b == '\n' && after: // the second half of a line end
		case b == '\r' || b == '\n':
			out = append(out, string(shownLineFeed)...)
		case b == '\t':
			out = append(out, string(shownTab)...)
		case b >= ' ' && b != 0x7f:
			out = append(out, b)
		}
	}
	return out
}
