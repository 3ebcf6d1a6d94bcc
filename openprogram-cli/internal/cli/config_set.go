package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newConfigSet(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "set KEY VALUE",
		Short: "Change a setting",
		Long: `Change a setting. VALUE is read as JSON when it is valid JSON; otherwise a
setting that is a text takes it literally.`,
		Example: `  openprogram config set mcp_server.exposed_tools '["memory_search","memory_get"]'
  openprogram config set provider.kind openai
  openprogram config set mcp_server.turn_timeout 20m`,
		Args:              exactly("KEY", "VALUE"),
		ValidArgsFunction: completeSet,
		RunE: func(c *cobra.Command, args []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			change, err := app.SetConfig(c.Context(), l, configFileIn(l, p.getenv), args[0], args[1])
			if err != nil {
				return err
			}
			p.printf("%s = %s (applies at the %s)\n",
				change.Key.Name, terminal.Line(valueJSON(change.Value)), change.Key.Applies)
			p.noteMissing(l, change)
			return nil
		},
	}
}

// noteMissing tells a person of a path at which there is nothing.
func (p *program) noteMissing(l state.Location, change config.Change) {
	path, _ := change.Value.(string)
	if change.Key.Kind != config.Path || path == "" {
		return
	}
	if _, err := os.Stat(configFileIn(l, p.getenv).Expand(path)); err != nil {
		p.notef("There is nothing at %s yet.\n", terminal.Line(path))
	}
}

// completeSet offers names first and then the values that a choice has.
func completeSet(c *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeKey(c, args, start)
	}
	key, _ := config.KeyByName(args[0])
	if key.Kind == config.Path {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return key.Choices, cobra.ShellCompDirectiveNoFileComp
}
