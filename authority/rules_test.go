package authority_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

// rules parses one list each for allow, ask and deny; "" leaves a list empty.
func rules(t *testing.T, allow, ask, deny string) authority.Rules {
	t.Helper()
	list := func(rule string) []string {
		if rule == "" {
			return nil
		}
		return []string{rule}
	}
	parsed, err := authority.ParseRules(list(allow), list(ask), list(deny))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// asOwner decides a call of the owner at the terminal.
func asOwner(r authority.Rules, c authority.Call) authority.Decision {
	c.Source = authority.SourceTerminal
	return authority.Policy{Rules: r}.Decide(authority.OwnerGrant(owner, authority.Interactive), c)
}

// allowed reports whether an allow rule covers the call.
func allowed(t *testing.T, rule string, c authority.Call) bool {
	t.Helper()
	return asOwner(rules(t, rule, "", ""), c).Reason == authority.ReasonRuleAllow
}

// denied reports whether a deny rule catches the call. An ask rule has to agree.
func denied(t *testing.T, rule string, c authority.Call) bool {
	t.Helper()
	hit := asOwner(rules(t, "", "", rule), c).Reason == authority.ReasonRuleDeny
	ask := asOwner(rules(t, c.Tool, rule, ""), c).Reason == authority.ReasonApprovalRequired
	if hit != ask {
		t.Errorf("%s: deny catches: %v, ask catches: %v", rule, hit, ask)
	}
	return hit
}

func bash(line string) authority.Call {
	return authority.Call{Tool: "bash", Arguments: map[string]any{"command": line}}
}

// file is a call with one path that is the same given and resolved.
func file(tool, path string) authority.Call {
	return authority.Call{
		Tool:        tool,
		Targets:     []authority.Target{{Raw: path, Resolved: path}},
		WorkingDirs: []string{"/ws"},
	}
}
