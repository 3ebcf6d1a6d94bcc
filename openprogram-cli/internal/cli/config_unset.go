package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newConfigUnset(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "unset KEY",
		Short: "Take a setting out of the file, so that its default holds",
		Long: `Take a setting out of the file, so that its default holds. What is in the file and
is no setting can be taken out as well.`,
		Example:           `  openprogram config unset memory.dir`,
		Args:              exactly("KEY"),
		ValidArgsFunction: p.completeStored,
		RunE: func(c *cobra.Command, args []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			change, removed, err := app.UnsetConfig(c.Context(), l, configFileIn(l, p.getenv), args[0])
			name := terminal.Line(change.Key.Name)
			switch {
			case err != nil:
				return err
			case change.Key.Kind == "":
				p.printf("%s: removed\n", name)
			case !removed:
				p.printf("%s: %s, as before\n", name, defaultText(change.Key))
			default:
				p.printf("%s: %s (applies at the %s)\n", name, defaultText(change.Key), change.Key.Applies)
			}
			return nil
		},
	}
}

// completeStored offers the settings that the file has.
func (p *program) completeStored(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var out []string
	if file, err := p.configFile(); err == nil && len(args) == 0 {
		settings, _ := file.Settings()
		for _, s := range settings {
			if s.Stored {
				out = append(out, s.Key.Name+"\t"+s.Key.Doc)
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
