// Command gate holds what has to be true of the whole workspace besides its tests.
// It is run at the root of the workspace, as scripts/check; the list of gates
// says what each of them is for.
//
// Every gate can fail: the tests of this command plant a fault for each and see
// it reported.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, arguments []string, out, problems io.Writer) (code int) {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(problems)
	only := flags.String("only", "", "run only the gates with these names, separated by commas")
	listed := flags.Bool("list", false, "say what the gates are for")
	renew := flags.Bool("renew", false, "write the golden files of the exported API anew")
	strict := flags.Bool("strict", false, "take a gate that had to be left out for a failure")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	if *listed {
		for _, g := range gates {
			fmt.Fprintf(out, "%-14s %s\n", g.name, g.why)
		}
		return 0
	}
	chosen, err := choose(*only)
	if err != nil {
		fmt.Fprintln(problems, "check:", err)
		return 2
	}
	t, err := openTree(".")
	if err != nil {
		fmt.Fprintln(problems, "check:", err)
		return 1
	}
	defer t.close()
	if *renew {
		if err := t.renewGoldens(ctx); err != nil {
			fmt.Fprintln(problems, "check:", err)
			return 1
		}
		return 0
	}
	if !report(ctx, t, chosen, *strict, out) {
		return 1
	}
	return 0
}

// choose picks gates by name, all of them for an empty list.
func choose(names string) ([]gate, error) {
	if names == "" {
		return gates, nil
	}
	var chosen []gate
	for name := range strings.SplitSeq(names, ",") {
		g, ok := find(name)
		if !ok {
			return nil, fmt.Errorf("no gate is named %q", name)
		}
		chosen = append(chosen, g)
	}
	return chosen, nil
}
