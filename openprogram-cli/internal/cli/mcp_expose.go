package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func newMCPExpose(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "expose TOOL...",
		Short: "Let clients list and call Runtime tools",
		Long: `Let clients list and call Runtime tools, and say what is in the way of a call. Tools
that no client can ever reach, such as bash, are refused, and then nothing changes.`,
		Example: `  openprogram mcp expose memory_search memory_get
  openprogram mcp unexpose memory_get`,
		Args:              atLeast("TOOL"),
		ValidArgsFunction: p.completeTools(false),
		RunE: func(c *cobra.Command, args []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			change, err := app.Expose(c.Context(), l, configFileIn(l, p.getenv), args...)
			if err != nil {
				return err
			}
			return p.showExposed(c.Context(), args, change.Items)
		},
	}
}

func newMCPUnexpose(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "unexpose TOOL...",
		Short:             "Take Runtime tools away from clients, at once",
		Example:           `  openprogram mcp unexpose memory_get`,
		Args:              atLeast("TOOL"),
		ValidArgsFunction: p.completeTools(true),
		RunE: func(c *cobra.Command, args []string) error {
			l, err := p.location()
			if err != nil {
				return err
			}
			change, err := app.Unexpose(c.Context(), l, configFileIn(l, p.getenv), args...)
			if err != nil {
				return err
			}
			var missing []string
			for _, name := range args {
				if slices.Contains(change.Items, name) {
					p.printf("%s: clients cannot call it any more\n", terminal.Line(name))
				} else {
					missing = append(missing, name)
				}
			}
			if len(missing) > 0 {
				return errors.New("not exposed: " + strings.Join(missing, ", "))
			}
			return nil
		},
	}
}

// showExposed says of each name whether clients reach it.
func (p *program) showExposed(ctx context.Context, names, added []string) error {
	return p.asOwner(ctx, func(ctx context.Context, owner *app.Owner) error {
		tools, err := owner.RuntimeTools(ctx)
		if err != nil {
			return err
		}
		for _, tool := range tools {
			if !slices.Contains(names, tool.Name) {
				continue
			}
			since := "from the next start of a server"
			if !slices.Contains(added, tool.Name) {
				since = "as before"
			}
			switch {
			case !tool.Callable:
				p.printf("%s: %s\n", terminal.Line(tool.Name), terminal.Line(tool.Reason))
				p.printf("  -> %s\n", terminal.Line(p.here(tool.Remedy)))
			case tool.Reason != "":
				p.printf("%s: clients can call it %s, but %s\n", terminal.Line(tool.Name), since, terminal.Line(tool.Reason))
			default:
				p.printf("%s: clients can call it %s\n", terminal.Line(tool.Name), since)
			}
		}
		return nil
	})
}

// completeTools offers the names in the allowlist, or those that clients could
// reach and that are not in it. It opens nothing.
func (p *program) completeTools(exposed bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
		file, err := p.configFile()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c, err := file.Load()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		in := c.MCPServer.ExposedTools
		names := slices.Clone(in)
		if !exposed {
			names = slices.DeleteFunc(app.ClientTools(), func(name string) bool { return slices.Contains(in, name) })
		}
		return slices.DeleteFunc(names, func(name string) bool {
			return !strings.HasPrefix(name, start) || slices.Contains(args, name)
		}), cobra.ShellCompDirectiveNoFileComp
	}
}
