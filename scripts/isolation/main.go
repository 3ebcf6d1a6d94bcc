// Command isolation shows that each module works for somebody who has none of
// this workspace. It is run at the root of the workspace, as scripts/standalone.
//
// The workspace hides faults: in it a module is built with its neighbours as they
// lie in the tree, with the highest version of everything that any of them
// requires, and with files that its zip would not hold. So the tree is exported,
// each module is zipped as a proxy serves it and looked at from the zip, the
// program is installed from the zips, and a client and a server are built on
// them from nothing.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, ".", os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "standalone:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, root string, names []string) error {
	scratch, err := os.MkdirTemp("", "openprogram-standalone-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	b, err := export(ctx, root, scratch)
	if err != nil {
		return err
	}
	fmt.Printf("every module at %s, from a clean copy of the tree\n", b.version)
	steps, err := b.steps(names)
	if err != nil {
		return err
	}
	passed := 0
	for _, s := range steps {
		began := time.Now()
		if err := s.run(ctx); err != nil {
			fmt.Printf("FAIL %s\n", s.name)
			return fmt.Errorf("%s: %w", s.name, err)
		}
		passed++
		fmt.Printf("ok   %-58s %6.1fs\n", s.name, time.Since(began).Seconds())
	}
	fmt.Printf("%d passed, 0 failed\n", passed)
	return nil
}
