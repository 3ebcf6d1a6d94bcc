package file

import (
	"regexp"
	"strings"
	"sync"
)

// sectionKind is what a section of a patch does to its file.
type sectionKind string

const (
	addFile    sectionKind = "Add"
	updateFile sectionKind = "Update"
	deleteFile sectionKind = "Delete"
)

// section is what a patch does to one file.
type section struct {
	kind  sectionKind
	path  string
	added []string // of an Add
	hunks []hunk   // of an Update
}

// hunk is one place in a file and what becomes of it.
type hunk struct {
	anchor string // a line at or before the hunk, "" when none is given
	lines  []hunkLine
	atEnd  bool // the hunk reaches to the end of the file
}

// hunkLine is a line that stays (' '), goes ('-') or comes ('+').
type hunkLine struct {
	op   byte
	text string
}

const (
	patchBegin = "*** Begin Patch"
	patchEnd   = "*** End Patch"
	endOfFile  = "*** End of File"

	maxSections = 200 // each holds a directory open while the patch is made
)

// lineNumbers is the header of a unified diff; the numbers are not needed to
// find the place, and wrong ones are common.
var lineNumbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-\d+(,\d+)? \+\d+(,\d+)? @@`)
})

// parsePatch reads a patch. There is no other reader of patches: the gate asks
// for the paths through it, and the tool does what it says.
func parsePatch(text string) ([]section, error) {
	lines := patchLines(text)
	if len(lines) < 2 || lines[0] != patchBegin || lines[len(lines)-1] != patchEnd {
		return nil, failf("a patch begins with %q and ends with %q", patchBegin, patchEnd)
	}
	p := &patchParser{lines: lines[:len(lines)-1], next: 1}
	var sections []section
	for p.next < len(p.lines) {
		s, err := p.section()
		if err != nil {
			return nil, err
		}
		sections = append(sections, s)
	}
	switch {
	case len(sections) == 0:
		return nil, failf("the patch names no file")
	case len(sections) > maxSections:
		return nil, failf("the patch names more than %d files", maxSections)
	}
	return sections, nil
}

// patchLines splits a patch. When all its lines end with CRLF, that is how it
// was sent and not what it says.
func patchLines(text string) []string {
	text = strings.TrimRight(text, "\r\n")
	if strings.Count(text, "\n") == strings.Count(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return strings.Split(text, "\n")
}

type patchParser struct {
	lines []string
	next  int
}

// fail reports an error at the line before next.
func (p *patchParser) fail(text string) error { return failf("patch line %d: %s", p.next, text) }

func (p *patchParser) section() (section, error) {
	kind, path, ok := header(p.lines[p.next])
	p.next++
	switch {
	case !ok:
		return section{}, p.fail("expected *** Add File: , *** Update File: or *** Delete File: and a path")
	case strings.TrimSpace(path) == "":
		return section{}, p.fail("the path is blank")
	}
	s := section{kind: kind, path: path}
	var err error
	switch kind {
	case addFile:
		s.added, err = p.added()
	case updateFile:
		s.hunks, err = p.hunks()
	}
	return s, err
}

func header(text string) (sectionKind, string, bool) {
	for _, kind := range []sectionKind{addFile, updateFile, deleteFile} {
		if path, ok := strings.CutPrefix(text, "*** "+string(kind)+" File: "); ok {
			return kind, path, true
		}
	}
	return "", "", false
}

// more reports whether the section goes on.
func (p *patchParser) more() bool {
	return p.next < len(p.lines) && (!strings.HasPrefix(p.lines[p.next], "*** ") || p.lines[p.next] == endOfFile)
}

func (p *patchParser) added() ([]string, error) {
	added := []string{}
	for p.more() {
		text, ok := strings.CutPrefix(p.lines[p.next], "+")
		p.next++
		if !ok {
			return nil, p.fail("a line of a new file starts with +")
		}
		added = append(added, text)
	}
	return added, nil
}

func (p *patchParser) hunks() ([]hunk, error) {
	var hunks []hunk
	for p.more() {
		h := hunk{}
		if rest, ok := strings.CutPrefix(p.lines[p.next], "@@"); ok {
			h.anchor = anchorOf(rest)
			p.next++
		}
		if err := p.hunkLines(&h); err != nil {
			return nil, err
		}
		hunks = append(hunks, h)
	}
	if len(hunks) == 0 {
		return nil, p.fail("an update without a hunk")
	}
	return hunks, nil
}

func anchorOf(rest string) string {
	rest = strings.TrimSpace(rest)
	if lineNumbers().MatchString(rest) || rest == "@@" {
		return ""
	}
	return rest
}

// hunkLines reads up to the next hunk. An empty line stands for an empty line
// of context, whose blank got lost.
func (p *patchParser) hunkLines(h *hunk) error {
	changes := false
	for p.more() && !strings.HasPrefix(p.lines[p.next], "@@") && !h.atEnd {
		text := p.lines[p.next]
		p.next++
		switch {
		case text == endOfFile:
			h.atEnd = true
		case text == "":
			h.lines = append(h.lines, hunkLine{op: ' '})
		case text[0] == ' ' || text[0] == '-' || text[0] == '+':
			changes = changes || text[0] != ' '
			h.lines = append(h.lines, hunkLine{text[0], text[1:]})
		default:
			return p.fail("a line of a hunk starts with a blank, - or +")
		}
	}
	if !changes {
		return p.fail("a hunk that changes nothing")
	}
	return nil
}
