package main

import (
	"fmt"
	"slices"
)

// figure is one measured quantity, with the floor's or another baseline's beside
// it where there is one, and what it has to reach.
type figure struct {
	what     string
	unit     string
	values   []float64
	baseline []float64
	must     bound
	wish     bound
}

// ratio is that of the medians.
func (f figure) ratio() float64 { return median(f.values) / median(f.baseline) }

// verdict says what of the bounds is reached.
func (f figure) verdict() string {
	switch {
	case f.must.none():
		return ""
	case !f.must.reached(f):
		return "SHORT"
	case f.wish.none() || !f.wish.reached(f):
		return "reached"
	}
	return "wish"
}

// cells are the columns of the table.
func (f figure) cells() []string {
	floor, ratio := "", ""
	if len(f.baseline) > 0 {
		floor = format(median(f.baseline), f.unit)
		ratio = fmt.Sprintf("%.2fx", f.ratio())
	}
	spread := format(slices.Min(f.values), f.unit) + " - " + format(slices.Max(f.values), f.unit)
	return []string{f.what, format(median(f.values), f.unit), spread, floor, ratio, f.must.show(f.unit), f.wish.show(f.unit), f.verdict()}
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
