package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// serverFlags describe a server on the command line.
type serverFlags struct {
	url       string
	env       []string
	headers   []string
	bearerEnv string
	timeout   float64
	disabled  bool
}

func newMCPAdd(p *program) *cobra.Command {
	var flags serverFlags
	c := &cobra.Command{
		Use:   "add NAME [--] COMMAND...",
		Short: "Add an MCP server whose tools your agent may use",
		Long: `Add an MCP server whose tools your agent may use: a program that is started for
it, or with --url an endpoint of streamable HTTP. The program gets few variables:
PATH, HOME, LANG and their kin, and what --env names. The tools are the owner's
alone and every call is asked about unless a rule allows it.`,
		Example: `  openprogram mcp add files -- npx -y @modelcontextprotocol/server-filesystem /srv/files
  openprogram mcp add github --env GITHUB_TOKEN -- github-mcp-server stdio
  openprogram mcp add tracker --url https://tracker.example/mcp --bearer-env TRACKER_TOKEN`,
		Args:              atLeast("NAME"),
		ValidArgsFunction: filesBehind,
		RunE: func(c *cobra.Command, args []string) error {
			server, err := p.serverOf(c, flags, args[1:])
			if err != nil {
				return err
			}
			servers, err := p.servers()
			if err != nil {
				return err
			}
			if err := servers.Add(c.Context(), args[0], server); err != nil {
				return err
			}
			p.showServer(rowOf(remote.Status{Name: args[0], State: stateOf(server)}, server))
			p.notef("%s\n", p.here("Try it: openprogram mcp test "+args[0]))
			return nil
		},
	}
	c.Flags().StringVar(&flags.url, "url", "", "an `ADDRESS` of streamable HTTP instead of a command")
	c.Flags().StringArrayVar(&flags.env, "env", nil, "set a variable for the program: `NAME=VALUE`, or NAME to take over its value of now")
	c.Flags().StringArrayVar(&flags.headers, "header", nil, "send a header to the address: `NAME: VALUE`")
	c.Flags().StringVar(&flags.bearerEnv, "bearer-env", "", "send the value that the `VARIABLE` has now as a bearer token")
	c.Flags().Float64Var(&flags.timeout, "timeout", 0, "how many `SECONDS` a start or a call may take; 0 for 30")
	c.Flags().BoolVar(&flags.disabled, "disabled", false, "do not use it yet")
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return wrongUse(c, `%v: put "--" before a command with flags of its own`, err)
	})
	return c
}

// stateOf is the state of a server that nobody has looked at.
func stateOf(s remote.Server) remote.State {
	if s.IsEnabled() {
		return "enabled"
	}
	return remote.StateDisabled
}

// serverOf puts the entry together. A wrong flag is named, its value is not.
func (p *program) serverOf(c *cobra.Command, f serverFlags, command []string) (remote.Server, error) {
	s := remote.Server{Kind: remote.KindLocal, Command: command, TimeoutSeconds: f.timeout}
	if f.disabled {
		s.Enabled = new(bool)
	}
	switch {
	case f.url == "" && len(command) == 0:
		return s, wrongUse(c, "want a COMMAND or --url")
	case f.url != "" && len(command) > 0:
		return s, wrongUse(c, "want a COMMAND or --url, not both")
	case f.url == "" && (len(f.headers) > 0 || f.bearerEnv != ""):
		return s, wrongUse(c, "--header and --bearer-env go with --url")
	case f.url != "" && len(f.env) > 0:
		return s, wrongUse(c, "--env goes with a COMMAND")
	}
	var err error
	if f.url == "" {
		s.Env, err = p.variables(c, f.env)
		return s, err
	}
	s.Kind, s.URL = remote.KindHTTP, f.url
	if s.Headers, err = headers(c, f.headers); err != nil || f.bearerEnv == "" {
		return s, err
	}
	token := p.getenv(f.bearerEnv)
	if token == "" {
		return s, fmt.Errorf("the variable %s is not set", f.bearerEnv)
	}
	s.Auth = &remote.Auth{Kind: "bearer", Token: token}
	return s, nil
}

func (p *program) variables(c *cobra.Command, given []string) (map[string]string, error) {
	out := map[string]string{}
	for _, text := range given {
		name, value, assigned := strings.Cut(text, "=")
		if name == "" {
			return nil, wrongUse(c, "--env takes NAME=VALUE or NAME")
		}
		if !assigned {
			if value = p.getenv(name); value == "" {
				return nil, fmt.Errorf("the variable %s is not set", name)
			}
		}
		out[name] = value
	}
	return out, nil
}

func headers(c *cobra.Command, given []string) (map[string]string, error) {
	out := map[string]string{}
	for _, text := range given {
		name, value, ok := strings.Cut(text, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, wrongUse(c, "--header takes NAME: VALUE")
		}
		out[name] = strings.TrimSpace(value)
	}
	return out, nil
}
