package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line makes text from elsewhere safe to show on one line: control characters,
// invalid UTF-8 and the characters that reorder or hide text become visible
// escapes, line ends among them.
func Line(text string) string { return escape(text, false) }

// Text is Line for text of several lines: line feeds and tabs stay.
func Text(text string) string { return escape(text, true) }

func escape(text string, lines bool) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case lines && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		default:
			writeRune(&b, r)
		}
		i += size
	}
	return b.String()
}

func writeRune(b *strings.Builder, r rune) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r < 0x80 && unicode.IsControl(r):
		fmt.Fprintf(b, `\x%02x`, r)
	case hidden(r):
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		b.WriteRune(r)
	}
}

// hidden reports the characters that a terminal acts on instead of showing:
// C1 controls, bidirectional controls, line separators and the byte order mark.
func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
		return true
	}
	return r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// Cut shortens a line to at most width characters, the last of them an ellipsis
// when something was cut.
func Cut(line string, width int) string {
	runes := []rune(line)
	if len(runes) <= width {
		return line
	}
	return string(runes[:max(width-1, 0)]) + "…"
}
