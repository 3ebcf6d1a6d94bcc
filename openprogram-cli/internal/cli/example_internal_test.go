package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command says in a line what it does and shows how it is called.
func TestEveryCommandHasAnExample(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		for _, child := range c.Commands() {
			if child.Name() != "completion" && child.Name() != "help" {
				check(child)
			}
		}
		if c.HasSubCommands() {
			return
		}
		if c.Short == "" || !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s: short %q, example %q", c.CommandPath(), c.Short, c.Example)
		}
	}
	check(Commands())
}
