package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestCommandsDocument keeps the list of commands that people read equal to the
// commands there are.
func TestCommandsDocument(t *testing.T) { checkDocument(t, "COMMANDS.md", commandsDocument()) }

func commandsDocument() string {
	var b strings.Builder
	b.WriteString("# Commands\n\nErrors go to standard error. The exit code is 0, 1 for an error, and 2 for a command that was\ncalled wrongly.\n")
	describe(&b, Commands())
	return b.String()
}

func describe(b *strings.Builder, c *cobra.Command) {
	if c.Runnable() && !c.HasAvailableSubCommands() {
		fmt.Fprintf(b, "\n## %s\n\n", c.CommandPath())
		text := c.Long
		if text == "" {
			text = c.Short + "."
		}
		fmt.Fprintf(b, "%s\n\n```text\n%s\n", text, c.UseLine())
		if flags := c.LocalNonPersistentFlags().FlagUsages(); flags != "" {
			fmt.Fprintf(b, "\n%s", flags)
		}
		b.WriteString("```\n")
		if c.Example != "" {
			fmt.Fprintf(b, "\n```sh\n%s\n```\n", strings.TrimRight(unindent(c.Example), "\n"))
		}
	}
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() && child.Name() != "completion" && child.Name() != "help" {
			describe(b, child)
		}
	}
}

func unindent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(line, "  "))
	}
	return b.String()
}
