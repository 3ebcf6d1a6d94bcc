package authority

import "strings"

// dollar reads what follows a dollar sign. Commands inside $(...) are read too;
// arithmetic, dollar quotes and anything nested in ${...} is not followed.
func (p *shellReader) dollar(w *wordReader, quoted bool) {
	w.unknown()
	switch {
	case !p.more():
	case p.ahead("(("):
		p.undecided = true
	case p.peek() == '(':
		p.next()
		p.nested(')')
	case p.peek() == '{':
		p.next()
		if strings.ContainsAny(p.through('}'), "$`'\"\\{<(\n") {
			p.undecided = true
		}
	case !quoted && (p.peek() == '\'' || p.peek() == '"'):
		p.undecided = true
	}
	// A name after the sign needs no reading: the word is unknown from here on.
}

// backtick reads `...` and the commands in it.
func (p *shellReader) backtick(w *wordReader) {
	w.unknown()
	inner := p.through('`')
	if strings.Contains(inner, `\`) {
		p.undecided = true
		return
	}
	sub := shellReader{text: inner, depth: p.depth + 1}
	sub.list(0)
	p.commands = append(p.commands, sub.commands...)
	p.undecided = p.undecided || sub.undecided
}
