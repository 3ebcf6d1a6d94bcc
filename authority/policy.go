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
// decides: hard constraint, capability of the tier, deny rule, ask rule, a
// write to a protected place (which no allow rule covers), allow rule, safe
// tool. What is left over is asked. Only the owner, at the terminal and
// interactive, can be asked; for anybody else a question is a denial.
func (p Policy) Decide(g Grant, c Call) Decision {
	need := ToolCapability(c.Tool)
	decide := func(effect Effect, reason Reason, rule Rule) Decision {
		return Decision{Effect: effect, Reason: reason, Capability: need, Rule: rule.String()}
	}
	if constrained(c) {
		return decide(Deny, ReasonHardConstraint, Rule{})
	}
	if !g.Tier.Allows(need) {
		return decide(Deny, ReasonCapability, Rule{})
	}
	if rule, ok := firstThat(p.Rules.Deny, c, Rule.catches); ok {
		return decide(Deny, ReasonRuleDeny, rule)
	}
	rule, asked := firstThat(p.Rules.Ask, c, Rule.catches)
	if !asked && !writesUnsafely(c) {
		if rule, ok := firstThat(p.Rules.Allow, c, Rule.covers); ok {
			return decide(Allow, ReasonRuleAllow, rule)
		}
		if c.ReadOnly || c.Tool == memoryUpdate {
			return decide(Allow, ReasonSafeTool, Rule{})
		}
	}
	if canBeAsked(g, c.Source) {
		return decide(Ask, ReasonApprovalRequired, rule)
	}
	return decide(Deny, ReasonApprovalUnavailable, rule)
}

// writesUnsafely reports a write, by a tool that names its paths, to a place
// where a file later runs, is trusted, or lies outside the working directories.
func writesUnsafely(c Call) bool {
	return classOf(c.Tool).outside == fenced && !writesSafely(c)
}

// canBeAsked reports whether somebody with the right to answer is there.
func canBeAsked(g Grant, source Source) bool {
	return source == SourceTerminal && g.SpeakerKind == SpeakerOwner && g.Interaction == Interactive &&
		g.Tier.Allows(ApprovalRequest)
}
