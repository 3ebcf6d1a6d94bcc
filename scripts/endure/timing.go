package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// timings keeps how long answers took, by kind of request.
type timings struct {
	mu    sync.Mutex
	took  map[string][]time.Duration
	total int
}

func newTimings() *timings { return &timings{took: map[string][]time.Duration{}} }

func (t *timings) add(kind string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total++
	if kind != "" {
		t.took[kind] = append(t.took[kind], took)
	}
}

// answers is how many there were so far.
func (t *timings) answers() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// table has a line for each kind.
func (t *timings) table() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := []string{fmt.Sprintf("%-28s %9s %10s %10s %10s", "WHAT", "ANSWERS", "P50", "P99", "MAX")}
	for _, kind := range slices.Sorted(maps.Keys(t.took)) {
		took := slices.Sorted(slices.Values(t.took[kind]))
		lines = append(lines, fmt.Sprintf("%-28s %9d %10s %10s %10s", kind, len(took),
			rounded(quantile(took, 0.5)), rounded(quantile(took, 0.99)), rounded(took[len(took)-1])))
	}
	return lines
}

// quantile is the q-quantile of sorted values.
func quantile[T any](sorted []T, q float64) T { return sorted[int(q*float64(len(sorted)-1))] }

func rounded(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
