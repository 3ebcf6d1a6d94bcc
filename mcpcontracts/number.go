package mcpcontracts

import (
	"encoding/json"
	"strconv"
	"strings"
)

// number reads the number at d.pos.
func (d *decoder) number() (any, bool) {
	start := d.pos
	length := numberLength(d.data[start:])
	if length == 0 {
		return nil, d.stop(KindSyntax)
	}
	d.pos += length
	if length > MaxNumberLength {
		d.refuse(KindNumber, start)
		return nil, true
	}
	literal := d.data[start:d.pos]
	if !inRange(literal) {
		d.refuse(KindNumber, start)
		return nil, true
	}
	return json.Number(literal), true
}

// acceptableNumber reports whether a literal is one that Decode accepts.
func acceptableNumber(literal string) bool {
	return len(literal) <= MaxNumberLength && literal != "" &&
		numberLength(literal) == len(literal) && inRange(literal)
}

// inRange reports whether a number fits a float64 and has an exponent of at most
// three digits: exact arithmetic on 1e-1000000 would be slow.
func inRange(literal string) bool {
	e := strings.IndexAny(literal, "eE")
	if e < 0 {
		return true
	}
	exponent := strings.TrimLeft(literal[e+1:], "+-")
	_, err := strconv.ParseFloat(literal, 64)
	return err == nil && len(exponent) <= 3
}

// numberLength is the length of the number that s begins with, 0 if none.
func numberLength(s string) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	switch {
	case i < len(s) && s[i] == '0':
		i++
	default:
		digits := digitsLength(s[i:])
		if digits == 0 {
			return 0
		}
		i += digits
	}
	if i < len(s) && s[i] == '.' {
		digits := digitsLength(s[i+1:])
		if digits == 0 {
			return 0
		}
		i += 1 + digits
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		digits := digitsLength(s[i:])
		if digits == 0 {
			return 0
		}
		i += digits
	}
	return i
}

func digitsLength(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}
