package tool

import (
	"context"
	"slices"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// ruling is what the gate made of a call.
type ruling struct {
	allowed    bool
	reason     string // a code for the audit log
	capability authority.Capability
	denial     *runtimebridge.Denial // why not, or nil
	complaint  string                // why not, for whoever may read a failed result
}

// The reasons that are the gate's own; the others are authority's.
const (
	reasonRulesUnavailable = "rules_unavailable"
	reasonUnreadablePaths  = "unreadable_paths"
	reasonProtectedPath    = "protected_path"
	reasonChangedTarget    = "changed_target"
	reasonToolGone         = "tool_gone"
	reasonAllowedOnce      = "allowed_once"
	reasonAllowedAlways    = "allowed_always"
	reasonDeclined         = "declined"
)

// refusal is the answer to a call that is not allowed.
func (r ruling) refusal() (runtimebridge.Result, error) {
	if r.denial != nil {
		return runtimebridge.Result{}, r.denial
	}
	return runtimebridge.FailedResult("", r.complaint), nil
}

// decide asks the policy and, where it says so, the owner.
func (g *Gate) decide(ctx context.Context, c *call) ruling {
	subject, ruled := g.judge(c)
	if ruled.reason != string(authority.ReasonApprovalRequired) {
		return ruled
	}
	if c.request.Ask == nil {
		return denied(ruled, runtimebridge.DeniedApprovalUnavailable, string(authority.ReasonApprovalUnavailable))
	}
	always, _ := g.alwaysRule(c, subject)
	answer := c.request.Ask(ctx, runtimebridge.Question{
		SessionID: c.request.SessionID,
		Kind:      runtimebridge.QuestionApproval,
		Prompt:    "May this tool run?",
		Tool:      c.entry.spec.Name,
		Detail:    string(c.canonical),
		Rule:      always.String(),
	})
	if answer.Verdict != runtimebridge.AllowedOnce && answer.Verdict != runtimebridge.AllowedAlways {
		return denied(ruled, runtimebridge.DeniedByOwner, reasonDeclined)
	}
	return g.confirm(ctx, c, subject, answer.Verdict)
}

// confirm judges once more after an approval: rules, links and tools may have
// changed while the owner thought about it, and what was approved is what was
// seen then.
func (g *Gate) confirm(ctx context.Context, c *call, approved authority.Call, verdict runtimebridge.Verdict) ruling {
	subject, ruled := g.judge(c)
	switch {
	case !ruled.allowed && ruled.reason != string(authority.ReasonApprovalRequired):
		return ruled
	case !slices.Equal(approved.Targets, subject.Targets):
		return denied(ruled, runtimebridge.DeniedHardConstraint, reasonChangedTarget)
	case g.options.Registry.available(c.entry.spec.Name) != c.entry:
		return ruling{reason: reasonToolGone, capability: ruled.capability, complaint: "the tool is gone"}
	}
	ruled.allowed, ruled.reason = true, reasonAllowedOnce
	if verdict == runtimebridge.AllowedAlways {
		ruled.reason = reasonAllowedAlways
		g.storeAllow(ctx, c, subject)
	}
	return ruled
}

// alwaysRule is the allow rule that would let the same call run without a
// question. There is none for a call that no rule can name exactly, or that is
// asked about whatever is allowed.
func (g *Gate) alwaysRule(c *call, subject authority.Call) (authority.Rule, bool) {
	rule, ok := authority.ExactRule(subject)
	if !ok || g.options.StoreAllow == nil {
		return authority.Rule{}, false
	}
	rules, err := g.options.Rules()
	if err != nil {
		return authority.Rule{}, false
	}
	rules.Allow = append(slices.Clone(rules.Allow), rule)
	if !(authority.Policy{Rules: rules}).Decide(c.request.Grant, subject).Allowed() {
		return authority.Rule{}, false
	}
	return rule, true
}

// storeAllow keeps the owner's "always". Where that fails, or no rule can say
// it, the owner is asked again the next time.
func (g *Gate) storeAllow(ctx context.Context, c *call, subject authority.Call) {
	rule, ok := g.alwaysRule(c, subject)
	if !ok {
		return
	}
	if err := g.options.StoreAllow(ctx, rule); err != nil {
		g.options.Logger.Error("allow rule could not be stored", "tool", subject.Tool)
	}
}

// judge resolves the call's paths and asks the policy. Not allowed with the
// reason ReasonApprovalRequired means: ask the owner.
func (g *Gate) judge(c *call) (authority.Call, ruling) {
	rules, err := g.options.Rules()
	if err != nil {
		return authority.Call{}, ruling{reason: reasonRulesUnavailable, complaint: "the permission rules cannot be read"}
	}
	subject, complaint := g.subject(c)
	if len(subject.Targets) > 0 {
		rules = rules.Resolved(resolvedFront)
	}
	decision := authority.Policy{Rules: rules}.Decide(c.request.Grant, subject)
	ruled := ruling{allowed: decision.Allowed(), reason: string(decision.Reason), capability: decision.Capability}
	switch {
	case decision.Effect != authority.Allow && decision.Effect != authority.Ask:
		kind := denialOf(decision.Reason)
		return subject, denied(ruled, kind, ruled.reason)
	case complaint != "":
		return subject, ruling{reason: reasonUnreadablePaths, capability: ruled.capability, complaint: complaint}
	case g.protected(subject.Targets):
		return subject, denied(ruled, runtimebridge.DeniedHardConstraint, reasonProtectedPath)
	case decision.Effect == authority.Ask:
		ruled.reason = string(authority.ReasonApprovalRequired)
	}
	return subject, ruled
}

// resolvedFront is the resolver for the fixed front of a rule's pattern, which
// is absolute. What cannot be resolved stands as it is written.
func resolvedFront(path string) string {
	resolved, err := ResolvePath("", path)
	if err != nil {
		return path
	}
	return resolved
}

func denied(r ruling, kind runtimebridge.DenialKind, reason string) ruling {
	return ruling{reason: reason, capability: r.capability, denial: &runtimebridge.Denial{Kind: kind, Capability: capabilityOf(kind, r)}}
}

// capabilityOf is set for the one kind of denial that names it.
func capabilityOf(kind runtimebridge.DenialKind, r ruling) authority.Capability {
	if kind == runtimebridge.DeniedCapability {
		return r.capability
	}
	return ""
}

func denialOf(reason authority.Reason) runtimebridge.DenialKind {
	switch reason {
	case authority.ReasonCapability:
		return runtimebridge.DeniedCapability
	case authority.ReasonRuleDeny:
		return runtimebridge.DeniedRule
	case authority.ReasonApprovalUnavailable, authority.ReasonApprovalRequired:
		return runtimebridge.DeniedApprovalUnavailable
	}
	return runtimebridge.DeniedHardConstraint
}
