package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// RuleLists are the lists of permission rules, the strongest first.
var RuleLists = []string{"deny", "ask", "allow"}

var errRuleForm = errors.New("a rule is TOOL or 'TOOL(PATTERN)', such as memory_get or 'bash(git status:*)'")

// Rule is a permission rule with what its owner should know about it.
type Rule struct {
	List string `json:"list"` // allow, ask or deny
	Rule string `json:"rule"`
	Note string `json:"note"` // why it does less than it seems to; empty when it does not
}

func rulesKey(list string) string { return "tools.permission_rules." + list }

// AddRule adds a rule to a list. Change.Items is empty if it was there.
func AddRule(ctx context.Context, l state.Location, f config.File, list, text string) (config.Change, error) {
	rule, err := authority.ParseRule(text)
	if err != nil {
		return config.Change{}, errRuleForm
	}
	return changeList(ctx, l, rulesKey(list), func() (config.Change, error) { return f.Append(rulesKey(list), rule.String()) })
}

// RemoveRule takes a rule out of a list, however it is written there.
// Change.Items is empty if it was not there.
func RemoveRule(ctx context.Context, l state.Location, f config.File, list, text string) (config.Change, error) {
	rule, err := authority.ParseRule(text)
	if err != nil {
		return config.Change{}, errRuleForm
	}
	return changeList(ctx, l, rulesKey(list), func() (config.Change, error) {
		return f.Remove(rulesKey(list), func(stored string) bool {
			other, err := authority.ParseRule(stored)
			return err == nil && other == rule
		})
	})
}

// PermissionRules lists the rules, the strongest list first, with notes.
func (o *Owner) PermissionRules(ctx context.Context) ([]Rule, error) {
	rules, err := o.in.config.Tools.PermissionRules.Parsed()
	if err != nil {
		return nil, err
	}
	specs, err := o.Tools(ctx)
	if err != nil {
		return nil, errRuntime
	}
	j := ruleJudge{rules: rules, specs: specs, exposed: o.in.config.MCPServer.ExposedTools}
	out := []Rule{}
	for i, list := range [][]authority.Rule{rules.Deny, rules.Ask, rules.Allow} {
		for _, rule := range list {
			out = append(out, Rule{List: RuleLists[i], Rule: rule.String(), Note: j.note(RuleLists[i], rule)})
		}
	}
	return out, nil
}

// ruleJudge says what is in the way of a rule.
type ruleJudge struct {
	rules   authority.Rules
	specs   []runtimebridge.ToolSpec
	exposed []string
}

func (j ruleJudge) note(list string, r authority.Rule) string {
	if note := j.unknown(r.Tool); note != "" {
		return note
	}
	if list != "deny" && slices.Contains(j.rules.Deny, authority.Rule{Tool: r.Tool}) {
		return "it never applies: the deny rule " + r.Tool + " is stronger"
	}
	if list != "allow" {
		return ""
	}
	if slices.Contains(j.rules.Ask, authority.Rule{Tool: r.Tool}) {
		return "it never applies: the ask rule " + r.Tool + " is stronger"
	}
	switch need := authority.ToolCapability(r.Tool); {
	case !authority.TierPaired.Allows(need):
		return "for your own prompts only: clients have no " + string(need)
	case !slices.Contains(j.exposed, r.Tool):
		return "clients cannot call it yet: openprogram mcp expose " + r.Tool
	}
	return ""
}

// unknown tells of a name that no tool has. The tools of other MCP servers are
// not asked for: two underscores are in their names alone.
func (j ruleJudge) unknown(tool string) string {
	if strings.Contains(tool, "__") {
		return ""
	}
	return unknownTool(j.specs, tool)
}
