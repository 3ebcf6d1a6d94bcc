package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// tried is the outcome of a test as --json prints it.
type tried struct {
	OK      bool     `json:"ok"`
	Tools   []string `json:"tools"`
	Problem string   `json:"problem,omitempty"`
}

// newMCPTest is the command "mcp test"; a file by its name would be taken for a
// Go test.
func newMCPTest(p *program) *cobra.Command {
	var flags serverFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "test NAME [[--] COMMAND...]",
		Short: "Start one of the other MCP servers, or a command that may become one, and list its tools",
		Long: `Start one of the other MCP servers, list its tools and end it. With a COMMAND
nothing has to be configured and nothing is kept. What the program writes to its
standard error is shown.`,
		Example: `  openprogram mcp test files
  openprogram mcp test files -- npx -y @modelcontextprotocol/server-filesystem /srv/files`,
		Args: atLeast("NAME"),
		ValidArgsFunction: func(c *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return filesBehind(c, args, start)
			}
			return p.serverNames(c, args, start)
		},
		RunE: func(c *cobra.Command, args []string) error {
			servers, config, err := p.serverToTry(c, flags, args)
			if err != nil {
				return err
			}
			return p.tryServer(c, servers, config, asJSON)
		},
	}
	c.Flags().StringArrayVar(&flags.env, "env", nil, "set a variable for the COMMAND: `NAME=VALUE`, or NAME to take over its value of now")
	c.Flags().Float64Var(&flags.timeout, "timeout", 0, "how many `SECONDS` the COMMAND may take to start; 0 for 30")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// serverToTry is the configured server, or the one on the command line.
func (p *program) serverToTry(c *cobra.Command, f serverFlags, args []string) (app.Servers, remote.Config, error) {
	servers, err := p.servers()
	if err != nil {
		return servers, remote.Config{}, err
	}
	name := args[0]
	if len(args) == 1 {
		config, err := onlyServer(servers, name)
		server := config.Servers[name]
		server.Enabled = nil // also when it is not in use
		return servers, remote.Config{Servers: map[string]remote.Server{name: server}}, err
	}
	server, err := p.serverOf(c, f, args[1:])
	if err == nil {
		err = server.Check(name)
	}
	return servers, remote.Config{Servers: map[string]remote.Server{name: server}}, err
}

func (p *program) tryServer(c *cobra.Command, servers app.Servers, config remote.Config, asJSON bool) error {
	ctx, stop := untilStopped(c.Context())
	defer stop()
	progress := p.slow("starting the server")
	said := terminal.NewEscaper(p.stderr)
	status := servers.Status(ctx, config, progress.Before(said))[0]
	progress.End()
	said.End()
	outcome := tried{OK: status.State == remote.StateReady, Tools: append([]string{}, status.Tools...), Problem: string(status.Fault)}
	if asJSON {
		if err := p.printJSON(outcome); err != nil {
			return err
		}
	} else if outcome.OK {
		p.printf("OK — %d tool(s): %s\n", len(status.Tools), terminal.Line(strings.Join(status.Tools, ", ")))
	}
	if !outcome.OK {
		return fmt.Errorf("FAILED — %s", outcome.Problem)
	}
	return nil
}
