package authority

import "slices"

// constrained reports whether a hard constraint forbids the call. Constraints
// bind every call that does not come from the owner's terminal, whatever grant
// it carries and whatever the rules say: a source that is not known is not the
// terminal.
func constrained(c Call) bool {
	if c.Source == SourceTerminal {
		return false
	}
	switch classOf(c.Tool).outside {
	case forbidden:
		return true
	case fenced:
		return !writesSafely(c)
	default:
		return false
	}
}

// writesSafely reports whether every path of a writing call is safe. A call
// that names none was not understood, and is not.
func writesSafely(c Call) bool {
	unsafe := func(t Target) bool { return !SafeToWrite(c.WorkingDirs, t) }
	return len(c.Targets) > 0 && !slices.ContainsFunc(c.Targets, unsafe)
}
