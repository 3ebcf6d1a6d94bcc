package authority

// prefixSign ends a prefix pattern: "git status:*" for a command that begins
// with these words, "/srv/notes:*" for a path and everything below it.
const prefixSign = ":*"

// covers reports whether an allow rule covers the whole call. Everything is
// compared as it is, every path has to fit, and what cannot be understood is
// not covered.
func (r Rule) covers(c Call) bool { return r.fits(c, coversCommand, coversPaths, coversArguments) }

// catches reports whether a deny or ask rule hits any part of the call. Texts
// are compared folded, and what cannot be understood is hit.
func (r Rule) catches(c Call) bool { return r.fits(c, catchesCommand, catchesPaths, catchesArguments) }

// fits compares the pattern with what the rules over the tool are about.
func (r Rule) fits(
	c Call, command func(string, map[string]any) bool, paths func(string, Call) bool, arguments func(string, map[string]any) bool,
) bool {
	switch {
	case r.Tool != c.Tool:
		return false
	case !r.HasPattern:
		return true
	}
	switch classOf(c.Tool).subject {
	case overCommand:
		return command(r.Pattern, c.Arguments)
	case overPaths:
		return paths(r.Pattern, c)
	default:
		return arguments(r.Pattern, c.Arguments)
	}
}

// firstThat finds the first rule of a list for which match holds.
func firstThat(rules []Rule, c Call, match func(Rule, Call) bool) (Rule, bool) {
	for _, rule := range rules {
		if match(rule, c) {
			return rule, true
		}
	}
	return Rule{}, false
}
