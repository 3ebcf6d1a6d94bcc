package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newConfigGet(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:               "get KEY",
		Short:             "Print the value of a setting",
		Example:           `  openprogram config get provider.kind`,
		Args:              exactly("KEY"),
		ValidArgsFunction: completeKey,
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := p.configFile()
			if err != nil {
				return err
			}
			setting, err := file.Setting(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				p.printf("%s\n", valueJSON(setting.Value))
				return nil
			}
			p.printf("%s\n", terminal.Line(valueText(setting.Value)))
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the value as JSON")
	return c
}
