package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newRulesRemove(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "rm allow|ask|deny RULE",
		Aliases:           []string{"remove"},
		Short:             "Take a rule out",
		Example:           `  openprogram rules rm deny 'memory_get(*private*)'`,
		Args:              ruleArguments,
		ValidArgsFunction: p.completeRules(true),
		RunE: func(c *cobra.Command, args []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			change, err := app.RemoveRule(c.Context(), l, configFileIn(l, p.getenv), args[0], args[1])
			if err != nil {
				return err
			}
			if len(change.Items) == 0 {
				return errors.New("there is no such rule in " + args[0] + ": see openprogram rules list")
			}
			p.printf("removed: %s %s\n", args[0], terminal.Line(change.Items[0]))
			return nil
		},
	}
}
