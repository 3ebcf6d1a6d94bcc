package authority

import (
	"errors"
	"fmt"
	"strings"
)

// ErrInvalidRule reports text that is no permission rule.
var ErrInvalidRule = errors.New("authority: permission rule is not of the form Tool or Tool(pattern)")

// RuleError says which rule of a configuration is no rule. Err is ErrInvalidRule.
type RuleError struct {
	List  string // allow, ask or deny
	Index int    // from 0
	Err   error
}

// Error names the place and never the text.
func (e *RuleError) Error() string { return fmt.Sprintf("%s rule %d: %v", e.List, e.Index+1, e.Err) }

// Unwrap gives Err.
func (e *RuleError) Unwrap() error { return e.Err }

// ParseRules parses the three lists of a configuration. One bad rule fails
// them all, with a *RuleError: a deny rule that is misread protects nothing.
func ParseRules(allow, ask, deny []string) (Rules, error) {
	var rules Rules
	for _, list := range []struct {
		name  string
		texts []string
		into  *[]Rule
	}{{"allow", allow, &rules.Allow}, {"ask", ask, &rules.Ask}, {"deny", deny, &rules.Deny}} {
		for i, text := range list.texts {
			rule, err := ParseRule(text)
			if err != nil {
				return Rules{}, &RuleError{List: list.name, Index: i, Err: err}
			}
			*list.into = append(*list.into, rule)
		}
	}
	return rules, nil
}

// ParseRule parses Tool or Tool(pattern). Blanks around it are dropped. In the
// pattern \( \) and \\ stand for the character after the backslash; any other
// backslash stands for itself. A tool name is made of ASCII letters, digits and
// the characters _ - . : /. The error is ErrInvalidRule.
func ParseRule(text string) (Rule, error) {
	name, rest, hasPattern := strings.Cut(strings.TrimSpace(text), "(")
	if !isToolName(name) {
		return Rule{}, ErrInvalidRule
	}
	if !hasPattern {
		return Rule{Tool: name}, nil
	}
	body, closed := strings.CutSuffix(rest, ")")
	if !closed || body == "" || endsEscaping(body) {
		return Rule{}, ErrInvalidRule
	}
	return Rule{Tool: name, Pattern: patternUnescaper.Replace(body), HasPattern: true}, nil
}

var patternUnescaper = strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`)

// endsEscaping reports whether the text ends in a backslash that would escape
// what follows.
func endsEscaping(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

func isToolName(name string) bool {
	for _, c := range []byte(name) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && strings.IndexByte("_-.:/", c) < 0 {
			return false
		}
	}
	return name != ""
}
