package markdown_test

import (
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"
)

// window is a small terminal: it shows what is written to it, and keeps what
// scrolls away.
type window struct {
	columns, rows int
	lines         [][]rune // the whole of it, the oldest first
	row, column   int      // of the cursor; row counts from the first line
	codes         []string // the styles that were switched on
}

func newWindow(columns, rows int) *window { return &window{columns: columns, rows: rows} }

func (w *window) size() (int, int) { return w.columns, w.rows }

// Write takes text and the few control sequences that are in use.
func (w *window) Write(p []byte) (int, error) {
	text := string(p)
	for text != "" {
		if rest, ok := strings.CutPrefix(text, "\x1b["); ok {
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
			w.control(rest[:end], rest[end])
			text = rest[end+1:]
			continue
		}
		r := []rune(text)[0]
		w.put(r)
		text = text[len(string(r)):]
	}
	return len(p), nil
}

func (w *window) control(argument string, kind byte) {
	switch kind {
	case 'A':
		n, err := strconv.Atoi(argument)
		if err != nil {
			panic(err)
		}
		w.row = max(w.row-n, w.top())
	case 'J':
		w.lines = w.lines[:min(w.row, len(w.lines))]
	case 'm':
		w.codes = append(w.codes, argument)
	default:
		panic("unknown control sequence " + string(kind))
	}
}

// top is the first line that is still on the screen.
func (w *window) top() int { return max(len(w.lines)-w.rows, 0) }

func (w *window) put(r rune) {
	width := runewidth.RuneWidth(r)
	switch {
	case r == '\r':
		w.column = 0
		return
	case r == '\n':
		w.row, w.column = w.row+1, 0
		w.grow()
		return
	case r < ' ' || r == 0x7f:
		panic("a control character was written: " + strconv.QuoteRune(r))
	case w.column+width > w.columns:
		w.row, w.column = w.row+1, 0
	}
	w.grow()
	line := w.lines[w.row]
	for len(line) < w.column+width {
		line = append(line, ' ')
	}
	for i := range width {
		line[w.column+i] = 0 // the second half of a wide character
	}
	if width > 0 {
		line[w.column] = r
	}
	w.lines[w.row] = line
	w.column += width
}

func (w *window) grow() {
	for len(w.lines) <= w.row {
		w.lines = append(w.lines, nil)
	}
}

// text is what is seen.
func (w *window) text() string {
	var out []string
	for _, line := range w.lines {
		out = append(out, strings.TrimRight(strings.ReplaceAll(string(line), "\x00", ""), " "))
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}
