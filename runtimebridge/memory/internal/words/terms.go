package words

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Terms gives the distinct words of a query in their order, at most limit of
// them: each is letters, marks and digits only, so that quoted it is no syntax
// of any query language. Of unspaced script it takes the pairs, which say more
// than characters do, and a character only where it stands alone.
func Terms(query string, limit int) []string {
	var terms []string
	seen := map[string]bool{}
	add := func(term string) bool {
		if key := strings.ToLower(term); !seen[key] {
			seen[key] = true
			terms = append(terms, term)
		}
		return len(terms) < limit
	}
	for r := range runs(norm.NFKC.String(strings.ToValidUTF8(query, " "))) {
		for _, term := range r.terms() {
			if !add(term) {
				return terms
			}
		}
	}
	return terms
}

func (r run) terms() []string {
	if !r.unspaced {
		return strings.FieldsFunc(r.text, func(c rune) bool { return !isWord(c) })
	}
	if utf8.RuneCountInString(r.text) == 1 {
		return []string{r.text}
	}
	var pairs []string
	for _, piece := range pieces(r.text) {
		if utf8.RuneCountInString(piece) == 2 {
			pairs = append(pairs, piece)
		}
	}
	return pairs
}
