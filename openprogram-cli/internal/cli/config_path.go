package cli

import (
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

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
			path := file.Path // as it is for other programs
			if term.IsTerminal(int(syscall.Stdout)) {
				path = terminal.Line(path)
			}
			p.printf("%s\n", path)
			return nil
		},
	}
}
