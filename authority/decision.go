package authority

// Reason says which step of the ladder decided.
type Reason string

// The reasons, in the order in which the ladder asks.
const (
	ReasonHardConstraint      Reason = "hard_constraint"
	ReasonCapability          Reason = "capability"
	ReasonRuleDeny            Reason = "rule_deny"
	ReasonApprovalUnavailable Reason = "approval_unavailable"
	ReasonApprovalRequired    Reason = "approval_required"
	ReasonRuleAllow           Reason = "rule_allow"
	ReasonSafeTool            Reason = "safe_tool"
)

// Effect is what a decision tells the gate to do.
type Effect string

// The effects. Ask is possible for an interactive owner only; for everyone
// else the policy has already turned it into Deny.
const (
	Allow Effect = "allow"
	Deny  Effect = "deny"
	Ask   Effect = "ask"
)

// Decision is the outcome of Policy.Decide. The zero Decision denies.
type Decision struct {
	Effect     Effect
	Reason     Reason
	Capability Capability // the capability the tool needs
	// Rule is the rule that decided, empty when none did. It may hold paths and
	// arguments: it is for the owner to see, not for a log.
	Rule string
}

// Allowed reports whether the call may run without asking anybody.
func (d Decision) Allowed() bool { return d.Effect == Allow }
