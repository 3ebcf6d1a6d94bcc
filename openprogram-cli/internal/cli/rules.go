package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newRules(p *program) *cobra.Command {
	return group("rules", "Allow, ask about or deny calls of Runtime tools",
		newRulesAdd(p), newRulesRemove(p), newRulesList(p))
}

// ruleArguments checks LIST and RULE.
func ruleArguments(c *cobra.Command, args []string) error {
	if err := exactly("LIST", "RULE")(c, args); err != nil {
		return err
	}
	if !slices.Contains(app.RuleLists, args[0]) {
		return wrongUse(c, "LIST is one of %s, got %q", strings.Join(app.RuleLists, ", "), args[0])
	}
	return nil
}

// completeRules offers the lists, and then the rules of one if they are of use.
func (p *program) completeRules(stored bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return app.RuleLists, cobra.ShellCompDirectiveNoFileComp
		}
		file, err := p.configFile()
		if err != nil || len(args) > 1 || !stored {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c, _ := file.Load() // nothing to offer then
		rules := c.Tools.PermissionRules
		return map[string][]string{"allow": rules.Allow, "ask": rules.Ask, "deny": rules.Deny}[args[0]], cobra.ShellCompDirectiveNoFileComp
	}
}
