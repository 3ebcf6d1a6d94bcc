package markdown

import (
	"strings"
	"unicode/utf8"
)

const (
	// maxPassage is how many bytes a passage may have.
	maxPassage = 2000
	// maxHeading is how many bytes of a heading go with each of its passages.
	maxHeading = 200
)

// Passage is a piece of a note that is found and shown as one: a section without
// its subsections, or a part of a long one.
type Passage struct {
	Heading string // of the section it is in, empty before the first
	Trail   string // that heading and those above it, outermost first, one a line
	Line    int    // the number of its first line, from 1
	Text    string // with the heading, without blank lines around it
}

// Passages cuts a text, as Text gives it, into its passages, in order. The same
// text always gives the same passages.
func Passages(text string) []Passage { return passages(text, 0) }

// NotePassages cuts a note in the same way. Its front matter is no passage:
// Properties reads that.
func NotePassages(text string) []Passage { return passages(text, frontMatter([]byte(text))) }

func passages(text string, start int) []Passage {
	var passages []Passage
	var above []Heading
	line := 1 + strings.Count(text[:start], "\n")
	cut := func(end int) {
		section := Passage{Line: line, Text: text[start:end], Trail: trail(above)}
		if n := len(above); n > 0 {
			section.Heading = clip(above[n-1].Text)
		}
		passages = append(passages, section.pieces()...)
	}
	for _, h := range Outline([]byte(text)) {
		cut(h.Start)
		for n := len(above); n > 0 && above[n-1].Level >= h.Level; n-- {
			above = above[:n-1]
		}
		above = append(above, h)
		start, line = h.Start, h.Line
	}
	cut(len(text))
	return passages
}

func trail(above []Heading) string {
	var names []string
	for _, h := range above {
		names = append(names, clip(h.Text))
	}
	return strings.Join(names, "\n")
}

func clip(heading string) string {
	if len(heading) <= maxHeading {
		return heading
	}
	return heading[:runeStart(heading, maxHeading)]
}

// runeStart is the last place up to at where a character begins.
func runeStart(text string, at int) int {
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// pieces are the parts of a section that are short enough, blank ones left out.
func (p Passage) pieces() []Passage {
	var pieces []Passage
	for p.Text != "" {
		blank := blankLines(p.Text[:min(len(p.Text), maxPassage)]) // no further: there may be megabytes
		p.Line += strings.Count(p.Text[:blank], "\n")
		p.Text = p.Text[blank:]
		size := pieceSize(p.Text)
		piece := p
		piece.Text = strings.TrimRight(p.Text[:size], " \t\n")
		if strings.TrimSpace(piece.Text) != "" {
			pieces = append(pieces, piece)
		}
		p.Line += strings.Count(p.Text[:size], "\n")
		p.Text = p.Text[size:]
	}
	return pieces
}

// pieceSize is where a long text is best cut: after a paragraph, else a line,
// else a sentence or a word, in the second half of what fits; else anywhere
// between two characters.
func pieceSize(text string) int {
	if len(text) <= maxPassage {
		return len(text)
	}
	fits := runeStart(text, maxPassage)
	for _, marks := range [][]string{{"\n\n"}, {"\n"}, {"。", "．", "！", "？"}, {" ", "、", "，"}} {
		best := 0
		for _, mark := range marks {
			if i := strings.LastIndex(text[:fits], mark); i >= 0 {
				best = max(best, i+len(mark))
			}
		}
		if best > maxPassage/2 {
			return best
		}
	}
	return fits
}
