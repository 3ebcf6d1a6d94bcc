package markdown

import "strings"

// style is how a piece of text looks: a set of bits.
type style uint8

const (
	bold style = 1 << iota
	italic
	code
	link
	struck
	faint
)

// codes are what switches each bit on, in the order of the bits.
var codes = []string{"1", "3", "36", "4", "9", "2"}

const reset = "\x1b[0m"

// begin switches a style on, from none.
func (s style) begin() string {
	var on []string
	for i, c := range codes {
		if s&(1<<i) != 0 {
			on = append(on, c)
		}
	}
	if len(on) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(on, ";") + "m"
}

// span is text of one style. It holds no control characters but line feeds.
type span struct {
	text  string
	style style
}
