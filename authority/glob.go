package authority

import (
	"slices"
	"strings"
)

// The characters that make a pattern a glob: * is any text, slashes included, ?
// is one character, [abc], [a-z] and [!abc] are one of a set. There is no
// escape character: [*] stands for a star.
const globSigns = "*?["

func isGlob(pattern string) bool { return strings.ContainsAny(pattern, globSigns) }

// quoteGlob gives the pattern that matches text and nothing else.
func quoteGlob(text string) string { return globQuoter.Replace(text) }

var globQuoter = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]")

// globHead is the part of a pattern before its first sign.
func globHead(pattern string) string { return upTo(pattern, globSigns) }

// upTo is the part of text before the first of the signs.
func upTo(text, signs string) string {
	if i := strings.IndexAny(text, signs); i >= 0 {
		return text[:i]
	}
	return text
}

// matches reports whether text is what the pattern says, as it is written or
// read as a glob: JSON has brackets of its own.
func matches(pattern, text string) bool {
	return pattern == text || globMatch(pattern, text)
}

// globMatch reports whether the whole text fits the pattern. It looks back to
// the last star only, so its work is bounded by the product of the lengths.
func globMatch(pattern, text string) bool {
	p, t := []rune(pattern), []rune(text)
	star, resume := -1, 0
	i, j := 0, 0
	for j < len(t) {
		if i < len(p) && p[i] == '*' {
			star, resume = i, j
			i++
			continue
		}
		if width := globOne(p[i:], t[j]); width > 0 {
			i += width
			j++
			continue
		}
		if star < 0 {
			return false
		}
		resume++
		i, j = star+1, resume
	}
	return !slices.ContainsFunc(p[i:], func(r rune) bool { return r != '*' })
}

// globOne matches one character against the front of a pattern. It gives the
// width of the part that matched, 0 when none did.
func globOne(p []rune, r rune) int {
	if len(p) == 0 {
		return 0
	}
	if p[0] == '[' {
		if end := setEnd(p); end > 0 {
			if inSet(p[1:end], r) {
				return end + 1
			}
			return 0
		}
	}
	if p[0] == '?' || p[0] == r {
		return 1
	}
	return 0
}

// setEnd is the index of the bracket that closes the set at the front of p, or
// 0 when there is none and the bracket is a plain character. A bracket right
// after the opening is a member.
func setEnd(p []rune) int {
	first := 1
	if first < len(p) && p[first] == '!' {
		first++
	}
	for i := first + 1; i < len(p); i++ {
		if p[i] == ']' {
			return i
		}
	}
	return 0
}

func inSet(set []rune, r rune) bool {
	negated := set[0] == '!' // setEnd has seen a member behind it
	if negated {
		set = set[1:]
	}
	for i := 0; i < len(set); i++ {
		low, high := set[i], set[i]
		if i+2 < len(set) && set[i+1] == '-' {
			high = set[i+2]
			i += 2
		}
		if low <= r && r <= high {
			return !negated
		}
	}
	return negated
}
