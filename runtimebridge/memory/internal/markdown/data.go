package markdown

import (
	"regexp"
	"strings"
	"sync"
)

const dataMark = ";base64,"

var data = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(dataMark + `[A-Za-z0-9+/=_-]{40,}`)
})

// WithoutData takes the bytes of embedded pictures out of a text: they are no
// words. Lines stay where they are.
func WithoutData(text string) string {
	if !strings.Contains(text, dataMark) {
		return text
	}
	return data().ReplaceAllString(text, dataMark+"…")
}
