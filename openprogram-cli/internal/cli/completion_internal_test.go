package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completed is what a shell is offered, with the directive in the last line.
func completed(t *testing.T, words ...string) string {
	t.Helper()
	root := Commands()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&bytes.Buffer{})
	root.SetArgs(append([]string{cobra.ShellCompNoDescRequestCmd}, words...))
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const filesOffered = ":0\n" // the directive that leaves it to the shell

// Files are offered where a command takes one, and nowhere else.
func TestFilesAreOfferedOnlyWhereWanted(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		for _, child := range c.Commands() {
			check(child)
		}
		if c.HasSubCommands() {
			return
		}
		path := strings.Fields(c.CommandPath())[1:]
		offered := completed(t, append(path, "")...)
		first, _, _ := strings.Cut(strings.TrimPrefix(c.Use, c.Name()+" "), " ")
		if got := strings.HasSuffix(offered, filesOffered); got != strings.HasPrefix(first, "FILE") {
			t.Errorf("%s: files are offered: %v", c.CommandPath(), got)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			name, _ := pflag.UnquoteUsage(f)
			if f.Value.Type() == "bool" || f.Name == "help" {
				return
			}
			offered := completed(t, append(path, "--"+f.Name, "")...)
			if got := strings.HasSuffix(offered, filesOffered); got != (name == "FILE") {
				t.Errorf("%s --%s: files are offered: %v", c.CommandPath(), f.Name, got)
			}
		})
	}
	check(newRoot(&program{getenv: func(string) string { return "" }}))
}

// Where there are known values they are offered.
func TestKnownValuesAreOffered(t *testing.T) {
	for words, want := range map[string]string{
		"config get ":                        "mcp_server.exposed_tools",
		"config set provider.kind ":          "anthropic",
		"audit list --type ":                 "mcp.tool.denied",
		"audit list --type mcp.tool.denied,": "mcp.tool.denied,owner.changed",
		"mcp install ":                       "claude-code",
		"mcp serve --log-level ":             "debug",
		"rules add ":                         "allow",
		"sessions export a.jsonl ":           ":4",
		"mcp add name ":                      filesOffered,
		"mcp test name ":                     filesOffered,
	} {
		line := strings.Split(words, " ")
		if offered := completed(t, line...); !strings.Contains(offered, want) {
			t.Errorf("%q: offered %q", words, offered)
		}
	}
}
