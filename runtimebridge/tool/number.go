package tool

import (
	"strconv"
	"strings"
)

// plainNumber reports whether a JSON number is one that can be compared exactly
// in little time: at most 1000 characters, and an exponent that a float64 can
// nearly have. 1e1000000 alone would cost tens of milliseconds a comparison.
func plainNumber(n string) bool {
	if len(n) > 1000 {
		return false
	}
	at := strings.IndexAny(n, "eE")
	if at < 0 {
		return true
	}
	exponent, err := strconv.Atoi(n[at+1:])
	return err == nil && -400 <= exponent && exponent <= 400
}
