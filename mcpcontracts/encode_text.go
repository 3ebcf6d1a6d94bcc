package mcpcontracts

import (
	"math"
	"strconv"
	"unicode/utf8"
)

const lowerHex = "0123456789abcdef"

// appendText writes a string that is valid UTF-8. Only the quote, the backslash
// and the control characters below U+0020 are escaped.
func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		if escapeExtra[s[i]] == 0 {
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, s[i])
		start = i + 1
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// escapeExtra is how many bytes an escape has more than what it stands for; 0
// for a byte that needs none.
var escapeExtra = func() (extra [256]uint8) {
	for c := range ' ' {
		extra[c] = uint8(len(appendEscape(nil, byte(c)))) - 1
	}
	extra['"'], extra['\\'] = 1, 1
	return extra
}()

// textSize is how many bytes appendText appends.
func textSize(s string) int {
	size := len(`""`) + len(s)
	for i := range len(s) {
		size += int(escapeExtra[s[i]])
	}
	return size
}

// appendString writes a payload that is a string.
func appendString(s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, errNotJSON
	}
	return appendText(make([]byte, 0, textSize(s)), s), nil
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', lowerHex[c>>4], lowerHex[c&0xf])
}

// appendFloat writes a finite float in the shortest form that reads back as the
// same float, and always as one: 1.0, 20.5, 1e-07.
func appendFloat(dst []byte, f float64, bits int) []byte {
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.AppendFloat(dst, f, 'e', -1, bits)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, bits)
	for _, c := range dst[start:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, '.', '0')
}
