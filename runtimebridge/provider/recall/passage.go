package recall

import (
	"regexp"
	"strings"
)

// passage is one hit of a search.
type passage struct {
	path    string
	heading string // may be empty
	line    string // may be empty
	note    string // what else the search says of it, such as that it is pending
	text    string
}

// header is the line above each hit: "--- path#heading:line", perhaps followed
// by a remark in brackets. Heading and line may be missing.
var header = regexp.MustCompile(`^--- ([^#\n]+?)(?:#(.*?))?(?::(\d+))?(?:[ \t]+[\[(](.*)[\])])?[ \t]*$`)

// parse reads the hits of a search, in order. Text before the first header, such
// as the sentence that nothing was found, is not one.
func parse(result string) []passage {
	var passages []passage
	for line := range strings.Lines(result) {
		line = strings.TrimRight(line, "\r\n")
		if m := header.FindStringSubmatch(line); m != nil {
			passages = append(passages, passage{path: m[1], heading: m[2], line: m[3], note: m[4]})
		} else if n := len(passages); n > 0 {
			passages[n-1].text += line + "\n"
		}
	}
	for i := range passages {
		passages[i].text = strings.TrimSpace(passages[i].text)
	}
	return passages
}

// place says where a passage stands.
func (p passage) place() string {
	place := p.path
	if p.heading != "" {
		place += ", " + p.heading
	}
	if p.line != "" {
		place += ", line " + p.line
	}
	if p.note != "" {
		place += " (" + p.note + ")"
	}
	return place
}
