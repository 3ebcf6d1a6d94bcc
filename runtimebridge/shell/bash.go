package shell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Options configure the shell tool.
type Options struct {
	// Dir is where commands start, absolute. Without it every call is refused.
	Dir string
	// Pass names further environment variables that commands get. Those that
	// look like secrets are not passed even so.
	Pass []string
	// MaxOutput is how many bytes a command may write before it is stopped,
	// most of which nobody will see. 0 means 64 MiB.
	MaxOutput int64
}

// Tools returns the tool bash.
func Tools(options Options) []runtimebridge.Tool {
	if options.MaxOutput <= 0 {
		options.MaxOutput = 64 << 20
	}
	options.Pass = slices.Clone(options.Pass)
	return []runtimebridge.Tool{&bash{options: options}}
}

// Details are the Details of a result.
type Details struct {
	ExitCode int  // 128 and the signal's number when a signal ended the shell
	TimedOut bool // the command was stopped because its time was up
}

const defaultTimeout = 120_000 // milliseconds

const description = "Runs a command with bash and gives its exit code and output. There is no terminal and no standard input; " +
	"processes that are left behind are ended with the command. A long output loses its middle."

const schema = `{"type":"object","additionalProperties":false,"required":["command"],"properties":{
"command":{"type":"string","minLength":1,"pattern":"\\S","description":"The command line."},
"timeout":{"type":"integer","minimum":1,"maximum":600000,"default":120000,"description":"Milliseconds until the command is stopped."},
"description":{"type":"string","description":"What the command is for, in a few words."}}}`

type bash struct{ options Options }

// Spec describes the tool.
func (*bash) Spec() runtimebridge.ToolSpec {
	return runtimebridge.ToolSpec{Name: "bash", Description: description, InputSchema: json.RawMessage(schema)}
}

// Limit is when the command is stopped.
func (*bash) Limit(args runtimebridge.Arguments) time.Duration {
	return time.Duration(args.Int("timeout", defaultTimeout)) * time.Millisecond
}

// Run runs the command. When the call is cancelled there is no result; when its
// time is up, the result holds the output so far.
func (b *bash) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	command := in.Arguments.String("command")
	if b.options.Dir == "" {
		return runtimebridge.FailedResult("", "there is no working directory: one has to be configured"), nil
	}
	if strings.ContainsRune(command, 0) {
		return runtimebridge.FailedResult("", "the command holds a NUL"), nil
	}
	limit := b.Limit(in.Arguments)
	done, err := execute(ctx, job{
		command:   command,
		dir:       b.options.Dir,
		env:       environment(b.options.Dir, b.options.Pass),
		limit:     limit,
		maxOutput: b.options.MaxOutput,
	})
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return runtimebridge.Result{}, context.Cause(ctx)
	case err != nil:
		return runtimebridge.FailedResult("", err.Error()), nil
	}
	return done.result(limit), nil
}

// job is a command to run.
type job struct {
	command   string
	dir       string
	env       []string
	limit     time.Duration
	maxOutput int64
}

// ending says why a command is over.
type ending int

const (
	byItself ending = iota
	byTimeout
	byFlood
	byContext
)

// finished is a command that is over.
type finished struct {
	exitCode       int
	why            ending
	stdout, stderr *capture
}

func (f *finished) result(limit time.Duration) runtimebridge.Result {
	var out strings.Builder
	fmt.Fprintf(&out, "exit_code=%d\n", f.exitCode)
	reason := runtimebridge.ReasonCode("")
	switch f.why {
	case byTimeout:
		fmt.Fprintf(&out, "[stopped after %d ms]\n", limit.Milliseconds())
	case byContext:
		out.WriteString("[stopped: the time for the call is up]\n")
	case byFlood:
		out.WriteString("[stopped: too much output]\n")
		reason = runtimebridge.ReasonTooLarge
	}
	writeSection(&out, "stdout", f.stdout)
	writeSection(&out, "stderr", f.stderr)
	result := runtimebridge.TextResult(out.String())
	result.IsError = f.exitCode != 0 || f.why != byItself
	result.Reason = reason
	result.Details = Details{ExitCode: f.exitCode, TimedOut: f.why == byTimeout || f.why == byContext}
	return result
}

func writeSection(out *strings.Builder, name string, c *capture) {
	text := c.text()
	if text == "" {
		return
	}
	out.WriteString(name + ":\n" + text)
	if !strings.HasSuffix(text, "\n") {
		out.WriteString("\n")
	}
}
