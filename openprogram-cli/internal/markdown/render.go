package markdown

import (
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// widest is the longest line that is easy to read.
const widest = 100

// tab is how far a tab goes.
const tab = "    "

// render gives the lines of a complete block.
func render(block []line, width int) []string {
	first := block[0]
	switch first.kind {
	case heading:
		return hang("", "", inline(first.text, bold), width)
	case rule:
		return []string{faint.begin() + strings.Repeat("─", width) + reset}
	case indented:
		return []string{codeText(strings.Repeat(" ", first.indent)+first.text, 0)}
	case row:
		return rows(block, width)
	case quote:
		bar := faint.begin() + "│ " + reset
		return hangWide(bar, bar, 2, inline(joined(block), 0), width)
	case item:
		lead := strings.Repeat(" ", first.indent) + bullet(first.marker) + " "
		return hang(lead, strings.Repeat(" ", runewidth.StringWidth(lead)), taskBox(inline(joined(block), 0)), width)
	}
	if last := block[len(block)-1]; last.kind == rule { // a line below makes a heading
		return hang("", "", inline(joined(block[:len(block)-1]), bold), width)
	}
	lead := strings.Repeat(" ", first.indent)
	return hang(lead, lead, inline(joined(block), 0), width)
}

func joined(block []line) string {
	texts := make([]string, len(block))
	for i, l := range block {
		texts[i] = l.text
	}
	return strings.Join(texts, "\n")
}

// hang wraps spans behind a lead, and behind another on the lines that follow.
func hang(lead, rest string, spans []span, width int) []string {
	return hangWide(lead, rest, runewidth.StringWidth(lead), spans, width)
}

// hangWide is hang for leads that take so many columns.
func hangWide(lead, rest string, columns int, spans []span, width int) []string {
	lines := []string{}
	for _, cells := range wrap(cellsOf(spans), width-columns) {
		lines = append(lines, lead+paint(cells))
		lead = rest
	}
	if len(lines) == 0 {
		lines = append(lines, lead)
	}
	return lines
}

// bullet is how an item's marker is shown.
func bullet(marker string) string {
	if unicode.IsDigit(rune(marker[0])) {
		return marker
	}
	return "•"
}

// taskBox shows the box of a task list.
func taskBox(spans []span) []span {
	var head strings.Builder
	for _, s := range spans {
		head.WriteString(s.text)
	}
	for form, box := range map[string]string{"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "} {
		if strings.HasPrefix(head.String(), form) {
			return append([]span{{text: box}}, skip(spans, len(form))...)
		}
	}
	return spans
}

// skip drops the first bytes of the text of spans.
func skip(spans []span, bytes int) []span {
	for i, s := range spans {
		if len(s.text) > bytes {
			return append([]span{{text: s.text[bytes:], style: s.style}}, spans[i+1:]...)
		}
		bytes -= len(s.text)
	}
	return nil
}

// rows lays a table out, or shows what is none as it was written.
func rows(block []line, width int) []string {
	texts := make([]string, len(block))
	for i, l := range block {
		texts[i] = l.text
	}
	if laid, ok := table(texts, width); ok {
		return laid
	}
	for i, text := range texts {
		texts[i] = terminal.Line(text)
	}
	return texts
}

// codeText is a line of code, without the indent of its block. It is not
// wrapped, so that it can be copied.
func codeText(text string, indent int) string {
	text = strings.ReplaceAll(text, "\t", tab)
	for range indent {
		text = strings.TrimPrefix(text, " ")
	}
	return "  " + code.begin() + terminal.Line(text) + reset
}
