package main

import (
	"fmt"
	"io"
	"strings"
)

// transcript is what the person reads, and the count of what held.
type transcript struct {
	out            io.Writer
	passed, failed int
}

func (t *transcript) scene(title string) { fmt.Fprintf(t.out, "\n%s\n", title) }

// command shows something that a person types.
func (t *transcript) command(line string) { fmt.Fprintf(t.out, "  $ %s\n", line) }

// request shows something that the client asks for.
func (t *transcript) request(who, line string) { fmt.Fprintf(t.out, "  %s > %s\n", who, line) }

// answer shows what came back, the first lines of it.
func (t *transcript) answer(text string) {
	const most, width = 6, 150
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		if i == most {
			fmt.Fprintf(t.out, "    ... %d more lines\n", len(lines)-most)
			break
		}
		if runes := []rune(line); len(runes) > width {
			line = string(runes[:width]) + " ..."
		}
		fmt.Fprintf(t.out, "    %s\n", line)
	}
}

// check counts one thing that has to hold and shows it.
func (t *transcript) check(holds bool, what string) {
	if holds {
		t.passed++
		fmt.Fprintf(t.out, "    ok: %s\n", what)
		return
	}
	t.failed++
	fmt.Fprintf(t.out, "    WRONG, this does not hold: %s\n", what)
}
