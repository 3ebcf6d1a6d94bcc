package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newRulesList(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the rules, the strongest first, and what is in their way",
		Example: "  openprogram rules list\n  openprogram rules list --json",
		Args:    none,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.readAsOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				rules, err := owner.PermissionRules(ctx)
				if err != nil {
					return err
				}
				for i := range rules {
					rules[i].Note = p.here(rules[i].Note)
				}
				if asJSON {
					return p.printJSON(rules)
				}
				if len(rules) == 0 {
					p.printf("%s\n", p.here("There are no rules. Add one: openprogram rules add allow RULE"))
					return nil
				}
				rows := [][]string{{"LIST", "RULE", "NOTE"}}
				for _, r := range rules {
					rows = append(rows, []string{r.List, r.Rule, r.Note})
				}
				p.table(rows)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
