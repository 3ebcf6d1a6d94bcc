package audit

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// appendText writes a JSON string. Only what JSON requires is escaped, in the
// shortest way, so that any JSON library with sorted keys and without ASCII
// escapes gives the same bytes to hash. encoding/json escapes two more.
func appendText(out []byte, text string) []byte {
	out = append(out, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r >= ' ':
			out = utf8.AppendRune(out, r)
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\b':
			out = append(out, `\b`...)
		case r == '\f':
			out = append(out, `\f`...)
		default:
			out = append(out, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&0xF])
		}
	}
	return append(out, '"')
}
