package markdown

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// cell is one character as it stands on the screen.
type cell struct {
	r     rune
	width int
	style style
}

func cellsOf(spans []span) []cell {
	var out []cell
	for _, s := range spans {
		for _, r := range s.text {
			out = append(out, cell{r: r, width: runewidth.RuneWidth(r), style: s.style})
		}
	}
	return out
}

func widthOf(cells []cell) int {
	sum := 0
	for _, c := range cells {
		sum += c.width
	}
	return sum
}

// wrap breaks cells into lines of at most width columns: at line feeds, at
// blanks, beside characters of double width, and inside a word only when it fits
// no line.
func wrap(cells []cell, width int) [][]cell {
	var lines [][]cell
	for start := 0; start < len(cells); {
		end, next := lineEnd(cells, start, max(width, 1))
		lines = append(lines, cells[start:end])
		start = next
	}
	return lines
}

// lineEnd finds where the line that begins at start ends, and where the next
// one begins.
func lineEnd(cells []cell, start, width int) (end, next int) {
	used, breakAt, resume := 0, -1, -1
	for i := start; i < len(cells); i++ {
		c := cells[i]
		switch {
		case c.r == '\n':
			return i, i + 1
		case c.r == ' ':
			breakAt, resume = i, i+1
		case i > start && (c.width == 2 || cells[i-1].width == 2) && cells[i-1].r != ' ':
			breakAt, resume = i, i
		}
		if used += c.width; used <= width {
			continue
		}
		if breakAt > start {
			return breakAt, resume
		}
		return max(i, start+1), max(i, start+1)
	}
	return len(cells), len(cells)
}

// paint gives cells with the codes of their styles.
func paint(cells []cell) string {
	var out strings.Builder
	var now style
	for _, c := range cells {
		if c.style != now {
			if now != 0 {
				out.WriteString(reset)
			}
			out.WriteString(c.style.begin())
			now = c.style
		}
		out.WriteRune(c.r)
	}
	if now != 0 {
		out.WriteString(reset)
	}
	return out.String()
}
