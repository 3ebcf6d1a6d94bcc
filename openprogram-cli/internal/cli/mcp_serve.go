package cli

import (
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
)

// levels are the values of --log-level.
var levels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}

const levelNames = "debug, info, warn or error"

func newMCPServe(p *program) *cobra.Command {
	var logFile, logLevel string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the MCP client that started this process, on standard input and output",
		Long: `Serve the MCP client that started this process, on standard input and output.
The client passes the token in the environment variable OPENPROGRAM_MCP_TOKEN;
nothing is read before that is checked. "openprogram mcp token status" says why
a client is refused.`,
		Example: `  OPENPROGRAM_MCP_TOKEN=... openprogram mcp serve
  openprogram mcp serve --log-level debug --log-file /tmp/openprogram.log`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			level, ok := levels[logLevel]
			if !ok {
				return wrongUse(c, "--log-level takes %s", levelNames)
			}
			l, err := p.location()
			if err != nil {
				return err
			}
			return app.Serve(c.Context(), app.ServeOptions{
				Location: l,
				File:     configFileIn(l, p.getenv),
				Getenv:   p.getenv,
				In:       process.NewInput(p.stdin),
				Log:      app.LogOptions{Level: level, File: logFile},
				Ready:    p.hintAtTerminal,
			})
		},
	}
	c.Flags().StringVar(&logFile, "log-file", "", "write diagnostics to `FILE` (mode 0600) instead of standard error")
	c.Flags().StringVar(&logLevel, "log-level", "warn", "how much to tell: "+levelNames)
	_ = c.RegisterFlagCompletionFunc("log-level", cobra.FixedCompletions(
		strings.Split("debug info warn error", " "), cobra.ShellCompDirectiveNoFileComp)) // fails for unknown flags only
	return c
}

// hintAtTerminal tells a person who has started the server by hand what it
// waits for.
func (p *program) hintAtTerminal(stderr io.Writer) {
	if term.IsTerminal(int(p.stdin.Fd())) {
		fmt.Fprint(stderr, "This is for MCP clients: it reads JSON-RPC lines from standard input.\n"+
			"A terminal (docker run -t, for example) is not fit for that. Ctrl-C ends it.\n")
	}
}
