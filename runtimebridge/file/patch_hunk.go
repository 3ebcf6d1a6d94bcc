package file

import (
	"cmp"
	"slices"
	"strings"
)

// byteOrderMark is not part of the first line.
const byteOrderMark = "\ufeff"

// placed is a hunk and the line where it begins.
type placed struct {
	hunk
	at  int
	old []string // the lines that must be there
}

func (p placed) end() int { return p.at + len(p.old) }

// patchText makes the changes of all hunks to a text. Each hunk must fit in
// exactly one place; lines that are not changed keep their bytes.
func patchText(text string, hunks []hunk) (string, error) {
	body, marked := strings.CutPrefix(text, byteOrderMark)
	lines := splitLines(body)
	var all []placed
	for n, h := range hunks {
		p, problem := findPlace(lines, h)
		if problem != "" {
			return "", failf("hunk %d: %s", n+1, problem)
		}
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	for i := 1; i < len(all); i++ {
		if all[i].at < all[i-1].end() || all[i].at == all[i-1].at {
			return "", failf("two hunks change the same place")
		}
	}
	after := joinLines(rebuild(lines, all))
	if marked {
		after = byteOrderMark + after
	}
	if after == text {
		return "", failf("the hunks change nothing")
	}
	return after, nil
}

// findPlace finds the one place of a hunk, or says what is wrong.
func findPlace(lines []line, h hunk) (placed, string) {
	p := placed{hunk: h}
	for _, l := range h.lines {
		if l.op != '+' {
			p.old = append(p.old, l.text)
		}
	}
	anchor := -1
	if h.anchor != "" {
		found := indexAll(len(lines), func(i int) bool { return strings.TrimSpace(lines[i].text) == h.anchor })
		if len(found) != 1 {
			return p, "the line after @@ " + count(len(found))
		}
		anchor = found[0]
	}
	if len(p.old) == 0 {
		return placeInsertion(p, lines, anchor)
	}
	found := indexAll(len(lines)-len(p.old)+1, func(i int) bool {
		return i >= anchor && (!h.atEnd || i+len(p.old) == len(lines)) && matchesAt(lines[i:], p.old)
	})
	if len(found) != 1 {
		return p, "its context " + count(len(found))
	}
	p.at = found[0]
	return p, ""
}

// placeInsertion places a hunk that only adds: after its anchor, at the end, or
// into an empty file.
func placeInsertion(p placed, lines []line, anchor int) (placed, string) {
	switch {
	case p.atEnd || len(lines) == 0:
		p.at = len(lines)
	case anchor >= 0:
		p.at = anchor + 1
	default:
		return p, "it has no context that says where it belongs"
	}
	return p, ""
}

func count(n int) string {
	if n == 0 {
		return "is not in the file"
	}
	return "is in the file more than once"
}

func indexAll(n int, ok func(int) bool) []int {
	var found []int
	for i := range n {
		if ok(i) {
			found = append(found, i)
		}
	}
	return found
}

func matchesAt(lines []line, old []string) bool {
	for i, text := range old {
		if lines[i].text != text {
			return false
		}
	}
	return true
}

// rebuild writes the file anew from its own lines and those that come. A new
// line ends as the one before it in the old file does.
func rebuild(lines []line, all []placed) []line {
	var out []line
	next := 0
	for _, p := range all {
		out = append(out, lines[next:p.at]...)
		next = p.at
		for _, l := range p.lines {
			switch l.op {
			case ' ':
				out = append(out, lines[next])
				next++
			case '-':
				next++
			case '+':
				out = append(out, line{l.text, endOf(lines, next)})
			}
		}
	}
	out = append(out, lines[next:]...)
	// Only a last line may go without an end, and it does if the old one did.
	unfinished := len(lines) > 0 && lines[len(lines)-1].end == ""
	for i := range out {
		last := i == len(out)-1
		switch {
		case last && unfinished:
			out[i].end = ""
		case out[i].end == "":
			out[i].end = endOf(lines, len(lines))
		}
	}
	return out
}
