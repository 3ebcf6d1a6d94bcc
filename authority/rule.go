package authority

// Rule is one permission rule: a whole tool, or a tool with a pattern over its
// arguments.
type Rule struct {
	Tool       string
	Pattern    string // meaningful when HasPattern is set
	HasPattern bool
}
