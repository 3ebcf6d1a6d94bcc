package file

import (
	"path"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// maxAlternatives bounds what braces may unfold to.
const maxAlternatives = 64

// globPattern is a parsed glob: * and ? inside a path element, [classes], ** for
// any number of elements, {a,b} for either.
type globPattern struct{ alternatives [][]string }

// parseGlob refuses patterns that cannot be understood and those that lead out.
func parseGlob(pattern string) (*globPattern, error) {
	unfolded, ok := unfold(pattern)
	if !ok {
		return nil, failBecause(runtimebridge.ReasonInvalidPattern, "the pattern's braces are not closed or too many")
	}
	g := &globPattern{}
	for _, alternative := range unfolded {
		elements := strings.Split(alternative, "/")
		for _, element := range elements {
			if element == "" || element == ".." {
				return nil, failBecause(runtimebridge.ReasonInvalidPattern, "the pattern must be relative, without empty elements and ..")
			}
			if _, err := path.Match(element, ""); err != nil {
				return nil, failBecause(runtimebridge.ReasonInvalidPattern, "the pattern is malformed")
			}
		}
		g.alternatives = append(g.alternatives, elements)
	}
	return g, nil
}

// deep reports whether the pattern reaches any depth.
func (g *globPattern) deep() bool {
	return slices.ContainsFunc(g.alternatives, func(elements []string) bool { return slices.Contains(elements, "**") })
}

// match reports whether the pattern matches all of a slash-separated path.
func (g *globPattern) match(name string) bool {
	elements := strings.Split(name, "/")
	return slices.ContainsFunc(g.alternatives, func(pattern []string) bool { return matchElements(pattern, elements) })
}

// matchFile also lets a pattern of one element match the last one alone, as the
// filter of a search is meant.
func (g *globPattern) matchFile(name string) bool {
	return g.match(name) || slices.ContainsFunc(g.alternatives, func(pattern []string) bool {
		return len(pattern) == 1 && matchElements(pattern, []string{path.Base(name)})
	})
}

// matchElements matches in time proportional to the product of the lengths:
// reached[i] says that the first i elements of the pattern match what has been
// read of the name.
func matchElements(pattern, name []string) bool {
	reached := make([]bool, len(pattern)+1)
	reached[0] = true
	skipStars(pattern, reached)
	for _, element := range name {
		next := make([]bool, len(pattern)+1)
		for i, p := range pattern {
			if !reached[i] {
				continue
			}
			if p == "**" {
				next[i] = true
				continue
			}
			if ok, _ := path.Match(p, element); ok {
				next[i+1] = true
			}
		}
		skipStars(pattern, next)
		reached = next
	}
	return reached[len(pattern)]
}

// skipStars lets ** stand for no element at all.
func skipStars(pattern []string, reached []bool) {
	for i, p := range pattern {
		if reached[i] && p == "**" {
			reached[i+1] = true
		}
	}
}

// unfold replaces the first pair of braces by each of its alternatives, and so
// on until there are none.
func unfold(pattern string) ([]string, bool) {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}, !strings.Contains(pattern, "}")
	}
	parts, after, ok := braces(pattern[open+1:])
	if !ok {
		return nil, false
	}
	var out []string
	for _, part := range parts {
		more, ok := unfold(pattern[:open] + part + after)
		if !ok || len(out)+len(more) > maxAlternatives {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// braces takes the alternatives up to the closing brace, and what comes after.
func braces(text string) (parts []string, after string, ok bool) {
	depth, start := 0, 0
	for i := range len(text) {
		switch {
		case text[i] == '{':
			depth++
		case text[i] == '}' && depth > 0:
			depth--
		case text[i] == '}':
			return append(parts, text[start:i]), text[i+1:], true
		case text[i] == ',' && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return nil, "", false
}
