package mcpcontracts

import (
	"unicode/utf16"
	"unicode/utf8"
)

// text reads the string at d.pos, which is a quote.
func (d *decoder) text() (string, bool) {
	d.pos++
	start := d.pos
	for i := start; i < len(d.data); i++ {
		switch c := d.data[i]; {
		case c == '"':
			d.pos = i + 1
			return string(d.data[start:i]), true
		case c == '\\':
			return d.escapedText(start, i)
		case c < ' ':
			d.pos = i
			return "", d.stop(KindSyntax)
		}
	}
	d.pos = len(d.data)
	return "", d.stop(KindSyntax)
}

// escapedText reads a string that began at start and has its first escape at i.
func (d *decoder) escapedText(start, i int) (string, bool) {
	d.pos = i
	text := append(make([]byte, 0, d.closingQuote()-start), d.data[start:i]...)
	for d.pos < len(d.data) {
		switch c := d.data[d.pos]; {
		case c == '"':
			d.pos++
			return string(text), true
		case c == '\\':
			var ok bool
			if text, ok = d.escape(text); !ok {
				return "", d.stop(KindSyntax)
			}
		case c < ' ':
			return "", d.stop(KindSyntax)
		default:
			end := d.plainEnd()
			text = append(text, d.data[d.pos:end]...)
			d.pos = end
		}
	}
	return "", d.stop(KindSyntax)
}

// closingQuote is where the string ends that d.pos is in.
func (d *decoder) closingQuote() int {
	i := d.pos
	for i < len(d.data) && d.data[i] != '"' {
		if d.data[i] == '\\' {
			i++
		}
		i++
	}
	return i
}

// plainEnd is where the run of characters ends that stand for themselves.
func (d *decoder) plainEnd() int {
	i := d.pos
	for i < len(d.data) && d.data[i] != '"' && d.data[i] != '\\' && d.data[i] >= ' ' {
		i++
	}
	return i
}

// escape appends what the escape at d.pos stands for.
func (d *decoder) escape(text []byte) ([]byte, bool) {
	if d.pos+1 >= len(d.data) {
		return nil, false
	}
	c := d.data[d.pos+1]
	if c == 'u' {
		return d.unicodeEscape(text)
	}
	d.pos += 2
	switch c {
	case '"', '\\', '/':
		return append(text, c), true
	case 'b':
		return append(text, '\b'), true
	case 'f':
		return append(text, '\f'), true
	case 'n':
		return append(text, '\n'), true
	case 'r':
		return append(text, '\r'), true
	case 't':
		return append(text, '\t'), true
	}
	return nil, false
}

// unicodeEscape reads \uXXXX, and the second half of a surrogate pair with it.
func (d *decoder) unicodeEscape(text []byte) ([]byte, bool) {
	first, ok := d.codeUnit(d.pos)
	if !ok {
		return nil, false
	}
	d.pos += 6
	if utf16.IsSurrogate(first) {
		second, ok := d.codeUnit(d.pos)
		if pair := utf16.DecodeRune(first, second); ok && pair != utf8.RuneError {
			d.pos += 6
			return utf8.AppendRune(text, pair), true
		}
	}
	return utf8.AppendRune(text, first), true // U+FFFD for half a pair
}

// codeUnit is the value of the \uXXXX at i, if there is one.
func (d *decoder) codeUnit(i int) (rune, bool) {
	if i+6 > len(d.data) || d.data[i] != '\\' || d.data[i+1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range d.data[i+2 : i+6] {
		digit, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		unit = unit<<4 | digit
	}
	return unit, true
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10, true
	}
	return 0, false
}
