package words

import (
	"iter"
	"strings"
)

// run is a stretch of text that is unspaced script throughout, or not at all.
type run struct {
	text     string
	unspaced bool
}

// runs cuts text, which is in normal form, into runs. Accents are dropped.
func runs(text string) iter.Seq[run] {
	return func(yield func(run) bool) {
		var current strings.Builder
		unspaced := false
		for _, r := range text {
			if isAccent(r) {
				continue
			}
			if is := isUnspaced(r); is != unspaced {
				if current.Len() > 0 && !yield(run{current.String(), unspaced}) {
					return
				}
				current.Reset()
				unspaced = is
			}
			current.WriteRune(r)
		}
		if current.Len() > 0 {
			yield(run{current.String(), unspaced})
		}
	}
}
