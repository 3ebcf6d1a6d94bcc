package mcpcontracts

import (
	"strings"
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
			return d.data[start:i], true
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
	var text strings.Builder
	text.Grow(i - start + d.unescapedSize())
	text.WriteString(d.data[start:i])
	for d.pos < len(d.data) {
		switch c := d.data[d.pos]; {
		case c == '"':
			d.pos++
			return text.String(), true
		case c == '\\':
			if !d.escape(&text) {
				return "", d.stop(KindSyntax)
			}
		case c < ' ':
			return "", d.stop(KindSyntax)
		default:
			end := d.plainEnd()
			text.WriteString(d.data[d.pos:end])
			d.pos = end
		}
	}
	return "", d.stop(KindSyntax)
}

// unescapedSize is at least the size of what is left of the string that d.pos is
// in, and seldom more. A fault in it is found later.
func (d *decoder) unescapedSize() int {
	size := 0
	for i := d.pos; i < len(d.data) && d.data[i] != '"'; size++ {
		switch {
		case d.data[i] != '\\':
			i++
		case strings.HasPrefix(d.data[i:], `\u`):
			i += len(`\u0000`)
			size += utf8.UTFMax - 2 // three bytes, and six for both halves of a pair of four
		default:
			i += len(`\n`)
		}
	}
	return size
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
func (d *decoder) escape(text *strings.Builder) bool {
	if d.pos+1 >= len(d.data) {
		return false
	}
	c := d.data[d.pos+1]
	if c == 'u' {
		return d.unicodeEscape(text)
	}
	d.pos += 2
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	default:
		return false
	}
	text.WriteByte(c)
	return true
}

// unicodeEscape reads \uXXXX, and the second half of a surrogate pair with it.
func (d *decoder) unicodeEscape(text *strings.Builder) bool {
	first, ok := d.codeUnit(d.pos)
	if !ok {
		return false
	}
	d.pos += 6
	if utf16.IsSurrogate(first) {
		second, ok := d.codeUnit(d.pos)
		if pair := utf16.DecodeRune(first, second); ok && pair != utf8.RuneError {
			d.pos += 6
			first = pair
		}
	}
	text.WriteRune(first) // U+FFFD for half a pair
	return true
}

// codeUnit is the value of the \uXXXX at i, if there is one.
func (d *decoder) codeUnit(i int) (rune, bool) {
	if i+6 > len(d.data) || d.data[i] != '\\' || d.data[i+1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(d.data[i+2 : i+6]) {
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
