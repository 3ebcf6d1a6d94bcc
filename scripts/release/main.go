// Command release prepares, tags and verifies releases of the modules of this
// workspace, each with a version of its own. It is run at the root of the
// workspace, through the scripts that name its subcommands:
//
//	scripts/release-prepare   one commit with the versions, checksums and changelogs
//	scripts/release-tag       the tags of that commit, in the order of the tiers
//	scripts/release-verify    what the go command makes of the tags
//	scripts/release-rehearse  all of it in a throw-away clone
//	scripts/apidiff           how the exported API has changed since the last tags
//
// docs/decisions says why it works the way it does.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// command is one subcommand.
type command func(ctx context.Context, root string, arguments []string, out io.Writer) error

var commands = map[string]command{
	"prepare":  prepareCommand,
	"tag":      tagCommand,
	"verify":   verifyCommand,
	"rehearse": rehearseCommand,
	"apidiff":  apidiffCommand,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: release prepare|tag|verify|rehearse|apidiff ...")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](ctx, ".", os.Args[2:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "release %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}
