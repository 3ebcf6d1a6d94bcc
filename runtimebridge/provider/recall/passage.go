package recall

import (
	"regexp"
	"strings"
	"sync"
)

// passage is one hit of a search.
type passage struct {
	path    string
	heading string // may be empty
	line    string // may be empty
	note    string // what else the search says of it, such as that it is pending
	text    string
}

// header is the line above each hit, "--- path#heading:line". Heading and line
// may be missing; a record that is pending says so in front and tells its id at
// the end.
var header = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^--- (?:\[(.*?)\] )?([^#\n]+?)(?:#(.*?))?(?::(\d+))?(?: \((source_id [^()]*)\))?[ \t]*$`)
})

// parse reads the hits of a search, in order. Text before the first header, such
// as the sentence that nothing was found, is not one.
func parse(result string) []passage {
	var passages []passage
	for line := range strings.Lines(result) {
		line = strings.TrimRight(line, "\r\n")
		if m := header().FindStringSubmatch(line); m != nil {
			passages = append(passages, passage{path: m[2], heading: m[3], line: m[4], note: remark(m[1], m[5])})
		} else if n := len(passages); n > 0 {
			passages[n-1].text += line + "\n"
		}
	}
	for i := range passages {
		passages[i].text = strings.TrimSpace(passages[i].text)
	}
	return passages
}

// remark joins what a header says beside the place.
func remark(before, after string) string {
	if before == "" || after == "" {
		return before + after
	}
	return before + ", " + after
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
