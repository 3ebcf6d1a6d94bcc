package main

import (
	"fmt"
	"slices"
	"strings"
)

// figure is one measured quantity, with the floor's or another baseline's beside
// it where there is one.
type figure struct {
	what     string
	unit     string
	values   []float64
	baseline []float64
}

// String is the figure as a line of the table. The ratio is that of the medians.
func (f figure) String() string {
	floor, ratio := "", ""
	if len(f.baseline) > 0 {
		floor = format(median(f.baseline), f.unit)
		ratio = fmt.Sprintf("%.2fx", median(f.values)/median(f.baseline))
	}
	spread := format(slices.Min(f.values), f.unit) + " - " + format(slices.Max(f.values), f.unit)
	line := fmt.Sprintf("%-46s %14s %26s %14s %8s", f.what, format(median(f.values), f.unit), spread, floor, ratio)
	return strings.TrimRight(line, " ")
}

func format(v float64, unit string) string {
	if v >= 1000 {
		return fmt.Sprintf("%.0f %s", v, unit)
	}
	return fmt.Sprintf("%.3g %s", v, unit)
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// quantile is the q-quantile of the values, which need no order.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1))]
}
