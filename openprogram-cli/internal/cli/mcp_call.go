package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/loopback"
)

var (
	errArgumentsJSON = errors.New("the arguments are not valid JSON")
	errArgumentsRead = errors.New("standard input cannot be read")
	errToolFailed    = errors.New("the tool reports a failure")
)

func newMCPCall(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "Start the server as a client does, call one of its tools and print the answer",
		Long: `Start the server as a client does, with the stored token and a client's rights, call
one of its tools with a JSON object of arguments, and print the answer. JSON - is
standard input. The exit code is 1 if the call is refused or the tool reports a failure. Ctrl-C cancels.

The tools: ` + strings.Join(wrapperNames(), ", ") + `. A Runtime tool is called
by tool_call.`,
		Example: `  openprogram mcp call sessions_list
  openprogram mcp call prompt_send '{"prompt":"What did we decide about the harbour?"}'
  openprogram mcp call tool_call '{"name":"memory_search","arguments":{"query":"crane"}}'
  jq -n --arg text "$TEXT" '{prompt: $text}' | openprogram mcp call prompt_send -`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return wrongUse(c, "want TOOL and perhaps JSON")
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return wrapperNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			arguments, err := p.callArguments(args[1:])
			if err != nil {
				return err
			}
			answer, err := p.call(c, args[0], arguments)
			if err != nil {
				return err
			}
			return p.showAnswer(answer, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the whole result as JSON")
	return c
}

// maxArguments is how much a server reads of a line.
const maxArguments = 16 << 20

// callArguments are those on the command line, or those on standard input if
// there is a - in their place.
func (p *program) callArguments(args []string) (json.RawMessage, error) {
	if len(args) == 0 {
		return nil, nil
	}
	text := []byte(args[0])
	if args[0] == standardStream {
		var err error
		if text, err = io.ReadAll(io.LimitReader(p.stdin, maxArguments)); err != nil {
			return nil, errArgumentsRead
		}
	}
	if !json.Valid(text) {
		return nil, errArgumentsJSON
	}
	return text, nil
}

func wrapperNames() []string {
	var names []string
	for _, tool := range mcpcontracts.Tools() {
		names = append(names, tool.Name)
	}
	return names
}

// call calls a tool of a server of its own. Progress is shown at a terminal.
func (p *program) call(c *cobra.Command, tool string, arguments json.RawMessage) (loopback.Answer, error) {
	entries, err := p.clientEntries()
	if err != nil {
		return loopback.Answer{}, err
	}
	ctx, stop := untilStopped(c.Context())
	defer stop()
	waiting := p.slow("calling " + tool)
	defer waiting.End()
	connection, err := app.ConnectAsClient(ctx, entries, os.Environ(), waiting.Say)
	if err != nil {
		return loopback.Answer{}, err
	}
	answer, err := connection.Call(ctx, tool, arguments)
	ended := connection.Close()
	var refused *loopback.CallError
	switch {
	case ctx.Err() != nil:
		return answer, errInterrupted
	case errors.As(err, &refused) && refused.Message == mcpcontracts.TextUnknownTool:
		return answer, fmt.Errorf("%w: want one of %s; a Runtime tool is called by tool_call", err, strings.Join(wrapperNames(), ", "))
	case err != nil:
		return answer, err
	}
	return answer, ended
}

func (p *program) showAnswer(answer loopback.Answer, asJSON bool) error {
	if asJSON {
		if err := p.printJSON(answer.JSON); err != nil {
			return err
		}
	} else {
		p.printf("%s\n", shownAnswer(strings.TrimRight(answer.Text, "\n")))
	}
	if answer.IsError {
		return errToolFailed
	}
	return nil
}
