package markdown

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Section is a heading with what belongs to it: everything up to the next
// heading of its level or above.
type Section struct {
	Heading Heading
	End     int // where it ends, in bytes
}

// FindSection finds the first section of that heading. A heading that is written
// exactly so comes before one that differs in case or blanks only; marks in front
// ("## Decisions") are ignored.
func FindSection(source []byte, heading string) (Section, bool) {
	headings := Outline(source)
	wanted := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(heading), "#"))
	found := -1
	for i, h := range headings {
		if h.Text == wanted {
			found = i
			break
		}
		if found < 0 && sameHeading(h.Text, wanted) {
			found = i
		}
	}
	if found < 0 {
		return Section{}, false
	}
	section := Section{Heading: headings[found], End: len(source)}
	for _, h := range headings[found+1:] {
		if h.Level <= section.Heading.Level {
			section.End = h.Start
			break
		}
	}
	return section, true
}

func sameHeading(a, b string) bool {
	return strings.EqualFold(plainHeading(a), plainHeading(b))
}

func plainHeading(s string) string {
	return norm.NFC.String(strings.Join(strings.Fields(s), " "))
}
