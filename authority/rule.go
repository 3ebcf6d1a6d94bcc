package authority

import "strings"

// Rule is one permission rule: a whole tool, or a tool with a pattern over its
// arguments.
type Rule struct {
	Tool       string
	Pattern    string // meaningful when HasPattern is set
	HasPattern bool
}

// String is the rule as it is written in a configuration: Tool or
// Tool(pattern), with parentheses and backslashes of the pattern escaped.
// ParseRule reads it back to the same rule.
func (r Rule) String() string {
	if !r.HasPattern {
		return r.Tool
	}
	return r.Tool + "(" + patternEscaper.Replace(r.Pattern) + ")"
}

var patternEscaper = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`)

// Rules are the permission rules of the configuration. Deny beats ask beats allow.
type Rules struct{ Allow, Ask, Deny []Rule }
