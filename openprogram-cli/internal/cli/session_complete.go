package cli

import "github.com/spf13/cobra"

// completeSession offers no files where the id of a session is wanted. It opens
// nothing: completion has to be quick.
func (p *program) completeSession(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}
