package authority

import (
	"path/filepath"
	"unicode/utf8"
)

// ExactRule is the allow rule that covers this very call and nothing else, for
// an "always" answer. It reports false for a call that no rule can name
// exactly: a shell line that is more than one plain command, or a file call
// with no path or several.
func ExactRule(c Call) (Rule, bool) {
	text, ok := exactText(c)
	if !ok || text == "" || !isToolName(c.Tool) || !utf8.ValidString(text) {
		return Rule{}, false
	}
	rule := Rule{Tool: c.Tool, Pattern: quoteGlob(text), HasPattern: true}
	if !rule.covers(c) {
		return Rule{}, false
	}
	return rule, true
}

func exactText(c Call) (string, bool) {
	switch classOf(c.Tool).subject {
	case overCommand:
		line, _ := c.Arguments[commandArgument].(string)
		words, plain := readShell(line).plain()
		return quoteWords(words), plain
	case overPaths:
		if len(c.Targets) != 1 {
			return "", false
		}
		return filepath.ToSlash(c.Targets[0].Resolved), true
	default:
		return argumentText(c.Arguments)
	}
}
