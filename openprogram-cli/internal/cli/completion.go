package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// completeFilesOnlyWhereWanted keeps a shell from offering files for arguments and
// flags that are none. Those whose name says FILE or COMMAND are left alone, and
// those that have a completion of their own.
func completeFilesOnlyWhereWanted(c *cobra.Command) {
	for _, child := range c.Commands() {
		completeFilesOnlyWhereWanted(child)
	}
	if c.ValidArgsFunction == nil && !c.HasSubCommands() && !namesFile(c.Use) {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if name, _ := pflag.UnquoteUsage(f); !namesFile(name) {
			_ = c.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions) // fails when it has one
		}
	})
}

func namesFile(use string) bool {
	return strings.Contains(use, "FILE") || strings.Contains(use, "COMMAND")
}

// filesFirst offers files for the first argument and none behind it.
func filesFirst(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// filesBehind offers files from the second argument on.
func filesBehind(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// completeProfile offers the profiles that have a state directory.
func (p *program) completeProfile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	const prefix = ".openprogram-"
	entries, _ := os.ReadDir(state.Home(p.getenv))
	var names []string
	for _, e := range entries {
		if name, found := strings.CutPrefix(filepath.Base(e.Name()), prefix); found && e.IsDir() {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeAuditType offers the kinds of records, behind those that stand already.
func completeAuditType(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	done := start[:strings.LastIndex(start, ",")+1]
	var kinds []string
	for _, kind := range runtimebridge.AuditTypes() {
		if !slices.Contains(strings.Split(done, ","), string(kind)) {
			kinds = append(kinds, done+string(kind))
		}
	}
	return kinds, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
