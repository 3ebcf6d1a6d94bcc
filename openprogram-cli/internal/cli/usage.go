package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// usageError reports a command that was called wrongly.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func wrongUse(c *cobra.Command, format string, values ...any) error {
	return &usageError{text: fmt.Sprintf(format, values...) + ": see " + c.CommandPath() + " --help"}
}

// exactly, atLeast and none check how many arguments a command was given. The
// names say what they are.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return wrongUse(c, "want %s", strings.Join(names, " and "))
		}
		return nil
	}
}

func atLeast(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wrongUse(c, "want at least one %s", name)
		}
		return nil
	}
}

func none(c *cobra.Command, args []string) error {
	if len(args) != 0 {
		return wrongUse(c, "want no arguments, got %q", args[0])
	}
	return nil
}

// group is a command that only has commands. Alone it prints its help.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			c.SuggestionsMinimumDistance = 2
			near := c.SuggestionsFor(args[0])
			if slices.Contains(near, args[0]) {
				return wrongUse(c, "%s has to stand before --", args[0])
			}
			if len(near) > 0 {
				return wrongUse(c, "unknown command %q, did you mean %s?", args[0], near[0])
			}
			return wrongUse(c, "unknown command %q", args[0])
		},
	}
	c.AddCommand(commands...)
	return c
}
