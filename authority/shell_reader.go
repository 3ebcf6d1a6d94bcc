package authority

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// shellReader splits a shell line into its simple commands, those in pipes,
// lists, subshells and substitutions included. It knows enough of the POSIX
// shell to be sure, or to say that it is not.
type shellReader struct {
	text  string
	at    int
	depth int

	commands  [][]word // without redirections, with assignments
	operators bool     // anything but one simple command was seen
	undecided bool     // there may be commands that were not found
}

const maxShellDepth = 32

// readShell reads a whole line.
func readShell(line string) *shellReader {
	p := &shellReader{text: strings.Trim(line, " \t\n")}
	if !utf8.ValidString(line) || strings.ContainsFunc(line, isControl) {
		p.undecided = true
	}
	p.list(0)
	return p
}

// isControl: a control character other than a tab or a line feed makes a line
// that people and shells read differently.
func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\t' && r != '\n'
}

// plain gives the words of a line that is one simple command of known words and
// nothing else: what is written is all that runs.
func (p *shellReader) plain() ([]word, bool) {
	if p.undecided || p.operators || len(p.commands) != 1 {
		return nil, false
	}
	return p.commands[0], allKnown(p.commands[0])
}

// list reads commands up to the closer, or to the end when closer is 0.
func (p *shellReader) list(closer byte) {
	var command []word
	end := func() {
		if len(command) > 0 {
			p.commands = append(p.commands, command)
			command = nil
		}
	}
	defer end()
	for p.more() && !p.undecided {
		switch c := p.peek(); c {
		case ' ', '\t':
			p.next()
		case '\n', ';', '|', '&':
			p.separator()
			end()
		case '(':
			p.next()
			end()
			p.nested(')')
		case ')':
			p.next()
			p.undecided = p.undecided || closer != ')'
			return
		case '<', '>':
			command = p.redirection(command)
		case '#':
			p.undecided = true // a comment may hide a quote
		default:
			command = append(command, p.word())
		}
	}
	p.undecided = p.undecided || closer != 0
}

// separator passes one character of an operator between commands. &> is read
// differently by different shells.
func (p *shellReader) separator() {
	p.operators = true
	if p.next() == '&' && p.more() && p.peek() == '>' {
		p.undecided = true
	}
}

// redirection passes a redirection and its target; what follows belongs to the
// same command. Here-documents and process substitutions are not followed.
func (p *shellReader) redirection(command []word) []word {
	p.operators = true
	if n := len(command); n > 0 && isDigits(command[n-1]) && strings.IndexByte(" \t", p.text[p.at-1]) < 0 {
		command = command[:n-1] // the file descriptor
	}
	operator := ""
	for p.more() && strings.IndexByte("<>&|", p.peek()) >= 0 {
		operator += string([]byte{p.next()})
	}
	switch operator {
	case "<", ">", ">>", ">|", "<>", "<&", ">&", "<<<":
	default:
		p.undecided = true
	}
	for p.more() && strings.IndexByte(" \t", p.peek()) >= 0 {
		p.next()
	}
	if !p.more() || strings.IndexByte(wordEnds+"#", p.peek()) >= 0 {
		p.undecided = true
		return command
	}
	p.word()
	return command
}

// nested reads a list in brackets.
func (p *shellReader) nested(closer byte) {
	if p.depth++; p.depth > maxShellDepth {
		p.undecided = true
		return
	}
	p.operators = true
	p.list(closer)
	p.depth--
}

func (p *shellReader) more() bool             { return p.at < len(p.text) }
func (p *shellReader) peek() byte             { return p.text[p.at] }
func (p *shellReader) ahead(text string) bool { return strings.HasPrefix(p.text[p.at:], text) }

func (p *shellReader) next() byte {
	p.at++
	return p.text[p.at-1]
}

// through passes everything up to and including end, and gives what is before it.
func (p *shellReader) through(end byte) string {
	rest := p.text[p.at:]
	i := strings.IndexByte(rest, end)
	if i < 0 {
		p.undecided = true
		p.at = len(p.text)
		return rest
	}
	p.at += i + 1
	return rest[:i]
}

func isDigits(w word) bool {
	return w.bare && w.known && w.text != "" && strings.Trim(w.text, "0123456789") == ""
}
