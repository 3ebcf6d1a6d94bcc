package authority

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// coversArguments reports whether an allow pattern covers the compact JSON of
// the arguments.
func coversArguments(pattern string, arguments map[string]any) bool {
	text, ok := argumentText(arguments)
	return ok && matches(pattern, text)
}

// catchesArguments reports whether a deny or ask pattern hits the arguments.
func catchesArguments(pattern string, arguments map[string]any) bool {
	text, ok := argumentText(arguments)
	return !ok || catchesText(pattern, text)
}

// argumentText is the one text of a call's arguments: compact JSON, keys
// sorted, no HTML escapes. It reports false for what has no such text.
func argumentText(arguments map[string]any) (string, bool) {
	if len(arguments) == 0 {
		return "{}", true
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(arguments); err != nil || !validText(arguments) {
		return "", false
	}
	return strings.TrimSuffix(text.String(), "\n"), true
}

// validText reports whether every string in a decoded value is UTF-8: the
// encoder would make different invalid ones look the same.
func validText(value any) bool {
	switch value := value.(type) {
	case string:
		return utf8.ValidString(value)
	case []any:
		for _, item := range value {
			if !validText(item) {
				return false
			}
		}
	case map[string]any:
		for key, item := range value {
			if !utf8.ValidString(key) || !validText(item) {
				return false
			}
		}
	}
	return true
}
