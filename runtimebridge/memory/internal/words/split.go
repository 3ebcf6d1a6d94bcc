package words

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Split gives the text as the index is to see it: compatibility forms unified,
// accents that stand alone dropped, and each run of unspaced script replaced by
// its characters and pairs, set apart by blanks. Plain text comes back as it is.
func Split(text string) string {
	if isASCII(text) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text) + len(text)/2)
	for r := range runs(norm.NFKC.String(text)) {
		if !r.unspaced {
			out.WriteString(r.text)
			continue
		}
		for _, piece := range pieces(r.text) {
			out.WriteByte(' ')
			out.WriteString(piece)
		}
		out.WriteByte(' ')
	}
	return out.String()
}

// pieces are the characters and the pairs of a run, in order.
func pieces(run string) []string {
	var all []string
	for i, first := range run {
		width := utf8.RuneLen(first)
		all = append(all, run[i:i+width])
		if _, next := utf8.DecodeRuneInString(run[i+width:]); next > 0 {
			all = append(all, run[i:i+width+next])
		}
	}
	return all
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
