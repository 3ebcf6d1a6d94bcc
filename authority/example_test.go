package authority_test

import (
	"fmt"

	"github.com/openprogram/openprogram-go/authority"
)

func ExamplePolicy_Decide() {
	rules, err := authority.ParseRules([]string{"bash(git:*)"}, nil, []string{"bash(git push:*)"})
	if err != nil {
		fmt.Println(err)
		return
	}
	policy := authority.Policy{Rules: rules}
	owner := authority.OwnerGrant(authority.Principal{ID: "owner/install/0123456789abcdef"}, authority.Interactive)
	for _, line := range []string{"git status", "git status; git push", "git status | sh", "make"} {
		decision := policy.Decide(owner, authority.Call{
			Tool:      "bash",
			Source:    authority.SourceTerminal,
			Arguments: map[string]any{"command": line},
		})
		fmt.Printf("%s: %s, %s\n", line, decision.Effect, decision.Reason)
	}
	// Output:
	// git status: allow, rule_allow
	// git status; git push: deny, rule_deny
	// git status | sh: deny, rule_deny
	// make: ask, approval_required
}
