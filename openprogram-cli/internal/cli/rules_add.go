package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newRulesAdd(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "add allow|ask|deny RULE",
		Short: "Add a rule, and say when it does less than it seems to",
		Long: `Add a rule: TOOL for every call of a tool, or TOOL(PATTERN) for calls whose command,
path or arguments fit. deny is stronger than ask, and ask is stronger than allow. A
client is never asked: what it would need a yes for is refused.`,
		Example: `  openprogram rules add allow 'bash(git status:*)'
  openprogram rules add deny 'memory_get(*private*)'`,
		Args:              ruleArguments,
		ValidArgsFunction: p.completeRules(false),
		RunE: func(c *cobra.Command, args []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			change, err := app.AddRule(c.Context(), l, configFileIn(l, p.getenv), args[0], args[1])
			if err != nil {
				return err
			}
			if len(change.Items) == 0 {
				p.printf("the rule is there already\n")
				return nil
			}
			return p.showAdded(c.Context(), app.Rule{List: args[0], Rule: change.Items[0]})
		},
	}
}

// showAdded shows a new rule with what there is to know about it.
func (p *program) showAdded(ctx context.Context, added app.Rule) error {
	p.printf("%s %s (applies at the next call)\n", added.List, terminal.Line(added.Rule))
	return p.asOwner(ctx, func(ctx context.Context, owner *app.Owner) error {
		rules, err := owner.PermissionRules(ctx)
		if err != nil {
			return err
		}
		for _, rule := range rules {
			if rule.List == added.List && rule.Rule == added.Rule && rule.Note != "" {
				p.printf("  -> %s\n", terminal.Line(p.here(rule.Note)))
			}
		}
		return nil
	})
}
