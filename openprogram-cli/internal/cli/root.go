package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

func newRoot(p *program) *cobra.Command {
	root := group("openprogram", "An agent runtime on this machine, for its owner and for MCP clients",
		newMCP(p),
		newChat(p),
		newPrompt(p),
		newMemory(p),
		newSessions(p),
		newTools(p),
		newRules(p),
		newAudit(p),
		newConfig(p),
		newVersion(p),
	)
	root.Long = `openprogram keeps sessions, notes and tools of an agent on this machine.

Its owner uses it from the terminal; MCP clients use it through "openprogram mcp
serve", with a token and with the rights of a guest.`
	root.Version = app.ThisBuild().Version
	root.SetVersionTemplate("openprogram {{.Version}}\n")
	root.SilenceErrors = true // report shows them
	root.SilenceUsage = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return wrongUse(c, "%v", err) })
	root.PersistentFlags().StringVar(&p.profile, "profile", "", "use ~/.openprogram-`NAME` as the state directory")
	_ = root.RegisterFlagCompletionFunc("profile", p.completeProfile)
	completeFilesOnlyWhereWanted(root)
	return root
}
