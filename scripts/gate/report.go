package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// report runs gates and shows what they find. It is true when all is well.
func report(ctx context.Context, t *tree, chosen []gate, strict bool, out io.Writer) bool {
	passed, failed, left := 0, 0, 0
	for _, g := range chosen {
		began := time.Now()
		faults, err := g.run(ctx, t)
		var skip skipped
		switch {
		case errors.As(err, &skip):
			left++
			fmt.Fprintf(out, "SKIPPED %s: %v\n", g.name, err)
		case err != nil || len(faults) > 0:
			failed++
			for _, fault := range faults {
				fmt.Fprintln(out, fault)
			}
			if err != nil {
				fmt.Fprintln(out, err)
			}
			fmt.Fprintf(out, "FAIL %s (%s)\n", g.name, g.why)
		default:
			passed++
			fmt.Fprintf(out, "ok   %-16s %6.1fs\n", g.name, time.Since(began).Seconds())
		}
	}
	if strict {
		failed, left = failed+left, 0
	}
	summary := fmt.Sprintf("%d passed, %d failed", passed, failed)
	if left > 0 {
		summary += fmt.Sprintf(", %d skipped", left)
	}
	fmt.Fprintln(out, summary)
	return failed == 0
}
