// Command package makes what is given to people who do not build the program
// themselves. It is run at the root of the workspace, as scripts/pack:
//
//	scripts/pack build VERSION   everything, into dist/
//	scripts/pack rehearse        everything, twice, in throw-away clones, and looks at it
//
// goreleaser builds and archives the program as .goreleaser.yaml says. What it has no
// words for is made here from what it built: the bundle for desktop clients and the
// description of the server for the MCP registry. Nothing is uploaded.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code, err := run(ctx, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
	}
	os.Exit(code)
}

var versions = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

func run(ctx context.Context, arguments []string) (code int, err error) {
	switch {
	case len(arguments) == 2 && arguments[0] == "build":
		if !versions.MatchString(arguments[1]) {
			return 2, fmt.Errorf("%q is no version such as 0.1.0", arguments[1])
		}
		err = buildCommand(ctx, arguments[1])
	case len(arguments) > 0 && arguments[0] == "rehearse":
		flags := flag.NewFlagSet("rehearse", flag.ContinueOnError)
		strict := flags.Bool("strict", false, "wait as long as it takes, and take what had to be left out for a failure")
		if flags.Parse(arguments[1:]) != nil || flags.NArg() > 0 {
			return 2, nil
		}
		err = rehearseCommand(ctx, *strict)
	default:
		return 2, fmt.Errorf("usage: scripts/pack build VERSION, or scripts/pack rehearse [-strict]")
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
