package markdown

import (
	"regexp"
	"strings"
	"sync"
)

var delimiterCell = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^:?-+:?$`)
})

// table lays the rows of a table out. It reports false when they are no table,
// or one that is too wide.
func table(rows []string, width int) ([]string, bool) {
	if len(rows) < 2 || !isDelimiter(rows[1]) {
		return nil, false
	}
	var cells [][][]cell
	var widths []int
	for i, text := range rows {
		if i == 1 {
			continue
		}
		base := style(0)
		if i == 0 {
			base = bold
		}
		var columns [][]cell
		for j, text := range columnsOf(text) {
			column := cellsOf(inline(text, base))
			columns = append(columns, column)
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], widthOf(column))
		}
		cells = append(cells, columns)
	}
	total := 0
	for _, w := range widths {
		total += w + 2
	}
	if total > width {
		return nil, false
	}
	var out []string
	for i, columns := range cells {
		out = append(out, layRow(columns, widths))
		if i == 0 {
			out = append(out, faint.begin()+strings.Repeat("─", total-2)+reset)
		}
	}
	return out, true
}

func layRow(columns [][]cell, widths []int) string {
	var out strings.Builder
	for j, column := range columns {
		out.WriteString(paint(column))
		if j < len(columns)-1 {
			out.WriteString(strings.Repeat(" ", widths[j]-widthOf(column)+2))
		}
	}
	return out.String()
}

func isDelimiter(text string) bool {
	for _, c := range columnsOf(text) {
		if !delimiterCell().MatchString(c) {
			return false
		}
	}
	return true
}

// columnsOf splits a row. A bar behind a backslash is text.
func columnsOf(text string) []string {
	text = strings.TrimSpace(text)
	text = strings.TrimPrefix(strings.TrimSuffix(text, "|"), "|")
	var out []string
	var now strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == '|':
			now.WriteByte('|')
			i++
		case text[i] == '|':
			out = append(out, strings.TrimSpace(now.String()))
			now.Reset()
		default:
			now.WriteByte(text[i])
		}
	}
	return append(out, strings.TrimSpace(now.String()))
}
