package cli

import "github.com/spf13/cobra"

func newConfigPath(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     "path",
		Short:   "Print where the configuration file is, or would be",
		Example: `  openprogram config path`,
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			file, err := p.configFile()
			if err != nil {
				return err
			}
			// Unescaped: this output is for other programs.
			p.printf("%s\n", file.Path)
			return nil
		},
	}
}
