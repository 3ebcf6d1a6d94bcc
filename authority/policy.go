package authority

// Call is one tool call as the policy sees it. The gate fills it from the
// decoded arguments; paths are absolute with every link resolved.
type Call struct {
	Tool      string
	Source    Source
	Arguments map[string]any // decoded once; json.Number for numbers; never changed here
	ReadOnly  bool           // the tool declares that it changes nothing
	Targets   []Target       // the paths a file tool would touch, empty for others
	// WorkingDirs are the directories, links resolved, inside which a file
	// tool may write. Empty means nowhere.
	WorkingDirs []string
}

// Target is one path of a file tool's call.
type Target struct {
	Raw      string // as given in the arguments
	Resolved string // absolute, links resolved as far as the path exists
}

// Policy decides calls. It is pure: it reads no file and keeps no state.
type Policy struct{ Rules Rules }

// Decide says what to do with a call. The first step that has an answer
// decides: hard constraint, capability of the tier, deny rule, ask rule, allow
// rule, safe tool; whatever is left is asked.
func (p Policy) Decide(g Grant, c Call) Decision {
	return Decision{Effect: Deny, Reason: ReasonHardConstraint, Capability: ToolCapability(c.Tool)}
}
