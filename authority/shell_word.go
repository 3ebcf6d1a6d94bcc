package authority

import "strings"

// word is one word of a shell line after its quotes are taken away.
type word struct {
	text     string // the word, or what stands before its first expansion
	known    bool   // nothing in it is expanded: text is all of it
	bare     bool   // no quote or backslash in it: it can be a reserved word
	variable string // for NAME=value: the name
}

const wordEnds = " \t\n;&|()<>"

// word reads one word. What the shell would expand makes it unknown; what this
// reader cannot follow makes the whole line undecided.
func (p *shellReader) word() word {
	w := wordReader{word: word{known: true, bare: true}}
	for p.more() && strings.IndexByte(wordEnds, p.peek()) < 0 {
		switch c := p.next(); c {
		case '\\':
			p.backslash(&w)
		case '\'':
			w.bare = false
			w.add(p.through('\''))
		case '"':
			w.bare = false
			p.doubleQuoted(&w)
		case '$':
			p.dollar(&w, false)
		case '`':
			p.backtick(&w)
		default:
			w.plain(c)
		}
	}
	return w.finish()
}

// wordReader is a word in the making.
type wordReader struct {
	word
	text strings.Builder

	braces   bool // an unquoted brace was seen
	brackets bool // an unquoted opening bracket was seen
	last     byte // the last unquoted character
}

// add appends text that stands for itself. After the first expansion nothing
// more of the word is known.
func (w *wordReader) add(text string) {
	if w.known {
		w.text.WriteString(text)
	}
}

func (w *wordReader) unknown() { w.known = false }

// plain takes one unquoted character.
func (w *wordReader) plain(c byte) {
	before := w.last
	start := w.text.Len() == 0
	switch c {
	case '*', '?':
		w.unknown()
	case '[':
		w.brackets = true
	case '~':
		if start || before == '=' || before == ':' {
			w.unknown()
		}
	case '{', '}':
		w.braces = true
	case '=':
		if name := strings.TrimSuffix(w.text.String(), "+"); w.bare && w.known && isVariable(name) {
			w.variable = name
		}
	}
	w.add(string([]byte{c}))
	w.last = c
}

// finish gives the word. Braces may expand to several words, except where they
// are the whole word or the empty pair; a bracket is a glob once it is closed.
func (w *wordReader) finish() word {
	text := w.text.String()
	if w.braces && text != "{" && text != "}" && text != "{}" {
		w.known = false
		text = upTo(text, "{}")
	}
	if w.brackets && strings.Contains(text, "]") {
		w.known = false
		text = upTo(text, "[")
	}
	w.word.text = text
	return w.word
}

func (p *shellReader) backslash(w *wordReader) {
	switch {
	case !p.more():
		p.undecided = true
	case p.peek() == '\n':
		p.next() // a continued line
	default:
		w.bare = false
		w.add(string([]byte{p.next()}))
	}
}

func (p *shellReader) doubleQuoted(w *wordReader) {
	for p.more() {
		switch c := p.next(); c {
		case '"':
			return
		case '\\':
			p.quotedBackslash(w)
		case '$':
			p.dollar(w, true)
		case '`':
			p.backtick(w)
		default:
			w.add(string([]byte{c}))
		}
	}
	p.undecided = true
}

// quotedBackslash: between double quotes a backslash stands for itself unless
// one of five characters follows.
func (p *shellReader) quotedBackslash(w *wordReader) {
	switch {
	case !p.more(): // the quote is not closed either
	case p.peek() == '\n':
		p.next()
	case strings.IndexByte("$`\"\\", p.peek()) >= 0:
		w.add(string([]byte{p.next()}))
	default:
		w.add(`\`)
	}
}

func isVariable(name string) bool {
	for i, c := range []byte(name) {
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
