package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// snippetPrinted ends an install that could not edit the client's file.
func snippetPrinted(path string) error {
	return errors.New(path + " cannot be understood and was left as it is: put the entry above into it yourself")
}

func newMCPInstall(p *program) *cobra.Command {
	var printOnly, dryRun bool
	c := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Put this server into a client's configuration",
		Long: `Put this server into a client's configuration: its own entry and nothing else, with
the token, which is created if there is none. What you have added to the entry stays,
and so does a token that the client looks up, such as ${input:token} in VS Code.
The file is then readable by you alone, and a copy of what it was stays beside it.
Doing it again changes nothing. With --profile NAME the entry is openprogram-NAME.

Clients that can be written: ` + clientIDs(true) + `.
With --print only: ` + clientIDs(false) + `.`,
		Example:           "  openprogram mcp install claude-code\n  openprogram mcp install cursor --dry-run\n  openprogram mcp install zed --print",
		Args:              exactly("CLIENT"),
		ValidArgsFunction: completeClients,
		RunE: func(c *cobra.Command, args []string) error {
			client, entries, err := p.client(c, args[0])
			if err != nil {
				return err
			}
			if !client.Writable && !printOnly {
				return wrongUse(c, "%s is known with --print only", client.ID)
			}
			if dryRun {
				return p.previewInstall(entries, client)
			}
			return p.install(c.Context(), entries, client, printOnly)
		},
	}
	c.Flags().BoolVar(&printOnly, "print", false, "print the entry, with the token, and write no client's file")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show the change and write nothing")
	c.MarkFlagsMutuallyExclusive("print", "dry-run")
	return c
}

func newMCPUninstall(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "uninstall CLIENT",
		Short:             "Take this server out of a client's configuration",
		Example:           "  openprogram mcp uninstall claude-code",
		Args:              exactly("CLIENT"),
		ValidArgsFunction: completeClients,
		RunE: func(c *cobra.Command, args []string) error {
			client, entries, err := p.client(c, args[0])
			if err != nil {
				return err
			}
			change, err := entries.Removing(client)
			if errors.Is(err, clients.ErrUnreadable) {
				return errors.New(change.Path + " cannot be understood and was left as it is: take the entry out of it yourself")
			}
			if err != nil {
				return err
			}
			if !change.Differs() {
				p.printf("%s has no entry of this server\n", client.Title)
				return nil
			}
			if err := entries.Apply(change); err != nil {
				return err
			}
			p.printf("removed from %s\n", terminal.Line(change.Path))
			return nil
		},
	}
}

func (p *program) install(ctx context.Context, entries app.ClientEntries, client clients.Client, printOnly bool) error {
	token, created, err := entries.Token(ctx)
	if err != nil {
		return err
	}
	if created {
		p.notef("A token was created.\n")
	}
	entry := entries.Entry(token.Reveal())
	if printOnly {
		p.printf("%s", client.Snippet(entry))
		p.notef("This goes into %s.\n", terminal.Line(client.Path(entries.Machine)))
		return nil
	}
	change, err := entries.Adding(client, entry)
	if errors.Is(err, clients.ErrUnreadable) {
		p.printf("%s", client.Snippet(entry))
		return snippetPrinted(change.Path)
	}
	if err != nil {
		return err
	}
	if !change.Differs() {
		p.printf("%s has this server already, in %s\n", client.Title, terminal.Line(change.Path))
		p.noteTokenBy(entries, client)
		return nil
	}
	if entries.State(client).Elsewhere {
		p.notef("The entry was for another state directory; a profile would have one of its own.\n")
	}
	if err := entries.Apply(change); err != nil {
		return err
	}
	done := "added to"
	if _, had, _ := client.Read(change.Before, entry.Name); had {
		done = "updated in"
	}
	p.printf("%s %s\n", done, terminal.Line(change.Path))
	p.noteTokenBy(entries, client)
	p.notef("Next: %s. %s\n", client.Restart, p.here("openprogram mcp doctor checks the rest."))
	if c, err := configFileIn(entries.Location, p.getenv).Load(); err == nil && len(c.MCPServer.ExposedTools) == 0 {
		p.notef("%s\n", p.here("So far it can send prompts and reaches no notes: openprogram mcp expose memory_search memory_get"))
	}
	return nil
}

// noteTokenBy says so if a client looks the token up.
func (p *program) noteTokenBy(entries app.ClientEntries, client clients.Client) {
	if s := entries.State(client); s.TokenBy != "" {
		p.notef("%s.\n", terminal.Line(tokenBy(s)))
	}
}

// hiddenToken stands for the token in what is shown and not written.
const hiddenToken = "(the token)"

var shownToken = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(OPENPROGRAM_MCP_TOKEN["']?\s*[:=]\s*)("[^"\n]*"|'[^'\n]*')`)
})

func (p *program) previewInstall(entries app.ClientEntries, client clients.Client) error {
	change, err := entries.Adding(client, entries.Entry(hiddenToken))
	if errors.Is(err, clients.ErrUnreadable) {
		p.printf("%s", client.Snippet(entries.Entry(hiddenToken)))
		return snippetPrinted(change.Path)
	}
	if err != nil {
		return err
	}
	hide := func(text []byte) []byte { return shownToken().ReplaceAll(text, []byte(`${1}"`+hiddenToken+`"`)) }
	name := change.Path
	for line := range strings.Lines(string(diff.Diff(name, hide(change.Before), name, hide(change.After)))) {
		p.printf("%s\n", terminal.Line(strings.TrimSuffix(line, "\n")))
	}
	return nil
}

// client gives what install and uninstall work with.
func (p *program) client(c *cobra.Command, id string) (clients.Client, app.ClientEntries, error) {
	client, ok := clients.Find(id)
	if !ok {
		return client, app.ClientEntries{}, wrongUse(c, "unknown client %q, want one of %s", id, clientIDs(true)+", "+clientIDs(false))
	}
	entries, err := p.clientEntries()
	return client, entries, err
}

func (p *program) clientEntries() (app.ClientEntries, error) {
	location, err := p.location()
	if err != nil {
		return app.ClientEntries{}, err
	}
	command, err := app.ThisProgram(os.Args[0], exec.LookPath)
	if err != nil {
		return app.ClientEntries{}, err
	}
	return app.ClientEntries{
		Location: location, Command: command, CallLimit: app.CallLimit(configFileIn(location, p.getenv)),
		Machine: clients.Machine{OS: runtime.GOOS, Home: state.Home(p.getenv), Getenv: p.getenv},
	}, nil
}

func clientIDs(writable bool) string {
	var ids []string
	for _, c := range clients.All() {
		if c.Writable == writable {
			ids = append(ids, c.ID)
		}
	}
	return strings.Join(ids, ", ")
}

func completeClients(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, c := range clients.All() {
		ids = append(ids, c.ID+"\t"+c.Title)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
