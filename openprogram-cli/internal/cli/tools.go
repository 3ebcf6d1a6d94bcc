package cli

import "github.com/spf13/cobra"

func newTools(p *program) *cobra.Command {
	return group("tools", "Look at the Runtime tools", newToolsList(p))
}
