package main

import (
	"fmt"
	"slices"
)

// sample is what one process, or the state directory, holds at a moment.
type sample struct {
	rss     int // bytes
	files   int // open descriptors
	threads int
}

// The bounds of growth: how much higher the median of the last third of a run may
// be than that of the third before, for one process. The first third is warm-up:
// caches fill, the heap finds its size.
const (
	growthShare = 0.10    // of memory, and
	growthBytes = 4 << 20 // on top of that
	growthFiles = 6
	growthTasks = 6 // threads
)

// fewestSamples is how many it takes to tell a slope from a wave.
const fewestSamples = 15

// grown says what grew beyond its bound, taken over all processes that lived
// through the whole run: a leak is in each of them, a burst of work in one.
// Series are by process, oldest sample first.
func grown(series [][]sample) []string {
	if len(series) == 0 || len(series[0]) < fewestSamples {
		return []string{"there are too few samples to tell"}
	}
	var faults []string
	for _, q := range []struct {
		name  string
		of    func(sample) int
		bound func(before int) int
	}{
		{"bytes of memory", func(s sample) int { return s.rss }, func(before int) int { return int(growthShare*float64(before)) + growthBytes }},
		{"open files", func(s sample) int { return s.files }, func(int) int { return growthFiles }},
		{"threads", func(s sample) int { return s.threads }, func(int) int { return growthTasks }},
	} {
		before, after := thirds(series, q.of)
		if bound := q.bound(before); after-before > bound {
			faults = append(faults, fmt.Sprintf("%s of a process went from %d to %d, more than by %d", q.name, before, after, bound))
		}
	}
	return faults
}

// thirds gives the median of the middle third and of the last third, on the
// average of all series.
func thirds(series [][]sample, of func(sample) int) (middle, last int) {
	for _, s := range series {
		third := len(s) / 3
		middle += median(s[third:2*third], of)
		last += median(s[2*third:], of)
	}
	return middle / len(series), last / len(series)
}

func median(samples []sample, of func(sample) int) int {
	values := make([]int, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return quantile(values, 0.5)
}
