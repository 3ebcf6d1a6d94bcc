package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// leaves are the commands that do something.
func leaves(c *cobra.Command) []*cobra.Command {
	if !c.HasSubCommands() {
		return []*cobra.Command{c}
	}
	var out []*cobra.Command
	for _, child := range c.Commands() {
		if child.Name() != "completion" && child.Name() != "help" {
			out = append(out, leaves(child)...)
		}
	}
	return out
}

// Every command says in a line what it does and shows how it is called, and what
// it shows is right.
func TestEveryCommandHasAnExample(t *testing.T) {
	for _, c := range leaves(Commands()) {
		if c.Short == "" || !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s: short %q, example %q", c.CommandPath(), c.Short, c.Example)
		}
		for line := range strings.Lines(c.Example) {
			if fault := wrongCall(line); fault != "" {
				t.Errorf("%s: %s: %s", c.CommandPath(), strings.TrimSpace(line), fault)
			}
		}
	}
}

// wrongCall says what is wrong with a call of the program in a line for a shell.
func wrongCall(line string) string {
	_, call, found := strings.Cut(line, "openprogram ")
	if !found {
		return "does not call the program"
	}
	c, rest, err := Commands().Find(words(call))
	if err != nil {
		return err.Error()
	}
	if c.HasSubCommands() {
		return "names no command"
	}
	if err := c.ParseFlags(rest); err != nil {
		return err.Error()
	}
	if c.Args != nil {
		if err := c.Args(c, c.Flags().Args()); err != nil {
			return err.Error()
		}
	}
	return ""
}

// words splits a line as a shell does, up to a pipe or a redirection.
func words(line string) []string {
	var out []string
	word, quote, begun := "", rune(0), false
	end := func() {
		if begun {
			out = append(out, word)
		}
		word, begun = "", false
	}
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && (r == '|' || r == '<' || r == '>' || r == ';'):
			end()
			return out
		case quote == 0 && (r == ' ' || r == '\n'):
			end()
		default:
			word, begun = word+string(r), true
		}
	}
	end()
	return out
}

// What prints more than a line for a person has it for a script too.
func TestWhatIsListedIsListedAsJSON(t *testing.T) {
	for _, c := range leaves(Commands()) {
		switch c.Name() {
		case "list", "show", "status", "search", "pending", "get", "verify", "tail", "doctor", "clients", "call", "test", "import", "prompt", "version":
			if c.Flags().Lookup("json") == nil {
				t.Errorf("%s has no --json", c.CommandPath())
			}
		}
	}
}
