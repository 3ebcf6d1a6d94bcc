package app

import (
	"context"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/authority"
)

// Tool is a Runtime tool as its owner sees it.
type Tool struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Capability  string `json:"capability"`
	Exposed     bool   `json:"exposed"`          // a client can list it and call it
	Callable    bool   `json:"callable"`         // calls run, perhaps not all of them
	Reason      string `json:"reason"`           // why not, or under which condition; empty without one
	Remedy      string `json:"remedy,omitempty"` // what the owner can do about it
}

// anyClient stands for every client: they all have the same rights.
const anyClient = "0000000000000000"

// RuntimeTools lists every Runtime tool by name, then the names that are exposed
// although there is no such tool.
func (o *Owner) RuntimeTools(ctx context.Context) ([]Tool, error) {
	specs, err := o.Tools(ctx)
	if err != nil {
		return nil, errRuntime
	}
	rules, err := o.in.config.Tools.PermissionRules.Parsed()
	if err != nil {
		return nil, err
	}
	client, err := authority.ClientGrant(o.in.owner, anyClient)
	if err != nil {
		return nil, errRuntime
	}
	exposed := o.in.config.MCPServer.ExposedTools
	var out []Tool
	for _, spec := range specs {
		t := Tool{Name: spec.Name, Description: spec.Description, Capability: string(authority.ToolCapability(spec.Name))}
		decision := authority.Policy{Rules: rules}.Decide(client, authority.Call{
			Tool: spec.Name, Source: authority.SourceMCP, ReadOnly: spec.ReadOnly,
		})
		t.judge(client.Tier, decision, slices.Contains(exposed, spec.Name), patterned(rules, spec.Name))
		out = append(out, t)
	}
	for _, name := range exposed {
		known := slices.ContainsFunc(out, func(t Tool) bool { return t.Name == name })
		if !known {
			out = append(out, Tool{
				Name: name, Capability: string(authority.ToolCapability(name)),
				Reason: "there is no such tool", Remedy: unexpose + name,
			})
		}
	}
	return out, nil
}

// ClientTools are the names of the Runtime tools that clients can be given.
func ClientTools() []string {
	return []string{"memory_browse", "memory_get", "memory_grep", "memory_search", "memory_status", "memory_update"}
}

// unexpose is the command that takes a name out of the allowlist.
const unexpose = "openprogram mcp unexpose "

// judge says whether a client reaches a tool and, in words, what is in the way.
// The tier goes first, because it is what an owner can do nothing about.
func (t *Tool) judge(tier authority.Tier, d authority.Decision, exposed, patterned bool) {
	within := tier.Allows(d.Capability) && d.Reason != authority.ReasonHardConstraint
	t.Exposed = within && exposed
	t.Callable = t.Exposed && d.Allowed()
	switch {
	case !within && exposed:
		t.Remedy = "No setting gives clients more. " + unexpose + t.Name
	case within && !exposed:
		t.Remedy = "openprogram mcp expose " + t.Name
	}
	switch {
	case !tier.Allows(d.Capability):
		t.Reason = "clients have no " + string(d.Capability)
	case !within:
		t.Reason = "no client may use it"
	case !exposed:
		t.Reason = "not in mcp_server.exposed_tools"
	case d.Reason == authority.ReasonRuleDeny:
		t.Reason = "every call is denied by the rule " + d.Rule
		t.Remedy = "openprogram rules rm deny " + shellWord(d.Rule)
	case !d.Allowed() && d.Rule != "":
		t.Reason = "every call is refused: the rule " + d.Rule + " wants a question, and nobody can be asked"
		t.Remedy = "openprogram rules rm ask " + shellWord(d.Rule)
	case !d.Allowed():
		t.Reason = "calls are refused unless tools.permission_rules.allow covers them"
		t.Remedy = "openprogram rules add allow " + t.Name
	case patterned:
		t.Reason = "some calls are refused by rules with a pattern"
	}
}

// shellWord quotes what a shell would take apart.
func shellWord(text string) string {
	plain := func(r rune) bool { return !strings.ContainsRune(" \t\n\"'\\$&|;<>()*?[]{}#~`!", r) }
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// patterned reports a deny or ask rule over the arguments of the tool, which
// cannot be judged without them.
func patterned(rules authority.Rules, tool string) bool {
	return slices.ContainsFunc(slices.Concat(rules.Deny, rules.Ask), func(r authority.Rule) bool {
		return r.HasPattern && strings.EqualFold(r.Tool, tool)
	})
}
