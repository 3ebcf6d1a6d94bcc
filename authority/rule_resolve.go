package authority

import (
	"path/filepath"
	"slices"
	"strings"
)

// Resolved adds to the deny and ask rules over absolute paths the same rules
// with the links in the fixed front of their pattern resolved, so that a rule
// over /etc also holds where /etc is a link. The policy itself reads no file:
// resolve is the resolver that fills Target.Resolved.
func (r Rules) Resolved(resolve func(path string) string) Rules {
	return Rules{
		Allow: slices.Clone(r.Allow),
		Ask:   withResolved(r.Ask, resolve),
		Deny:  withResolved(r.Deny, resolve),
	}
}

func withResolved(rules []Rule, resolve func(string) string) []Rule {
	all := slices.Clone(rules)
	for _, rule := range rules {
		if !rule.HasPattern || classOf(rule.Tool).subject != overPaths || !filepath.IsAbs(rule.Pattern) {
			continue
		}
		front, rest := splitFront(rule.Pattern)
		if front == "" {
			continue
		}
		if resolved := resolve(front); resolved != front {
			rule.Pattern = quoteGlob(resolved) + rest
			all = append(all, rule)
		}
	}
	return all
}

// splitFront cuts a path pattern after its last whole segment without a sign.
func splitFront(pattern string) (front, rest string) {
	plain := strings.TrimSuffix(pattern, prefixSign)
	front = globHead(plain)
	separators := "/" + string(filepath.Separator)
	if len(front) < len(plain) {
		front = front[:strings.LastIndexAny(front, separators)+1]
	}
	front = strings.TrimRightFunc(front, func(r rune) bool { return strings.ContainsRune(separators, r) })
	return front, pattern[len(front):]
}
