package mcpauth

import (
	"strings"
	"unicode"
)

// presentedFault names what is plainly wrong with a presented value: the traces
// of clients, shells and editors. It is empty for a value that may be right.
func presentedFault(presented string) FindingCode {
	switch {
	case presented == "":
		return FindingVariableMissing
	case strings.Contains(presented, "${") || strings.HasPrefix(presented, "$") || strings.HasPrefix(presented, "%"):
		return FindingVariablePlaceholder
	case strings.ContainsAny(presented, `"'`):
		return FindingVariableQuoted
	case strings.HasPrefix(strings.ToLower(presented), "bearer"):
		return FindingVariableScheme
	case spoiled([]byte(presented)):
		return FindingVariableSpace
	}
	return ""
}

// spoiled reports blanks or control characters at either end, a byte order mark
// there, or nothing at all: such a token seldom arrives unharmed.
func spoiled(secret []byte) bool {
	text := string(secret)
	return text == "" || strings.TrimFunc(text, invisible) != text
}

func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff'
}
