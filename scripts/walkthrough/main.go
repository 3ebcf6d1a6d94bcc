// Command walkthrough uses the product the way a person and their MCP client
// would, and shows what they would see: it builds the program, makes a state
// directory of its own with a token, notes and an allowlist, starts the real
// server as a child of the real SDK client, and drives all six tools.
//
// It is run at the root of the workspace. It needs no network and no key, leaves
// nothing behind, and exits with 1 when anything is not as it should be.
package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// limit bounds the whole walk, so that a server that hangs fails it.
const limit = 4 * time.Minute

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	script := &transcript{out: os.Stdout}
	if err := walk(ctx, script); err != nil {
		fmt.Fprintln(os.Stderr, "walkthrough:", err)
		os.Exit(1)
	}
	fmt.Printf("\n%d passed, %d failed\n", script.passed, script.failed)
	if script.failed > 0 {
		os.Exit(1)
	}
}

// walk plays the scenes. An error is one that nothing can follow.
func walk(ctx context.Context, script *transcript) error {
	s, err := newStage(ctx, script)
	if err != nil {
		return err
	}
	defer s.remove()
	for _, scene := range []func(context.Context, *stage) error{
		setUp, connect, useMemory, denials, prompts, cancellation, aftermath,
	} {
		if err := scene(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
