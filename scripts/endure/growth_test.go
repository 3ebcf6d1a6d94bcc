package main

import (
	"strings"
	"testing"
)

// run makes the samples of some processes over time.
func run(processes, length int, at func(moment int) sample) [][]sample {
	all := make([][]sample, processes)
	for p := range all {
		for moment := range length {
			all[p] = append(all[p], at(moment))
		}
	}
	return all
}

func TestGrowth(t *testing.T) {
	still := sample{rss: 40 * mib, files: 30, threads: 9}
	for name, c := range map[string]struct {
		at   func(moment int) sample
		want string // part of the fault
	}{
		"nothing grows": {func(int) sample { return still }, ""},
		"memory grows in the beginning": {func(m int) sample {
			return sample{min(20+m, 40) * mib, still.files, still.threads}
		}, ""},
		"memory comes and goes": {func(m int) sample {
			return sample{(30 + m%15) * mib, still.files + m%5, still.threads + m%3}
		}, ""},
		"memory grows":                   {func(m int) sample { return sample{(20 + m/2) * mib, still.files, still.threads} }, "bytes of memory"},
		"descriptors are not given back": {func(m int) sample { return sample{still.rss, 30 + m/2, still.threads} }, "open files"},
		"threads are not given back":     {func(m int) sample { return sample{still.rss, still.files, 9 + m/2} }, "threads"},
	} {
		t.Run(name, func(t *testing.T) {
			got := grown(run(8, 60, c.at))
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestGrowthNeedsSamples does not take a run that shows nothing for a good one.
func TestGrowthNeedsSamples(t *testing.T) {
	for _, series := range [][][]sample{nil, run(8, fewestSamples-1, func(int) sample { return sample{} })} {
		if got := grown(series); len(got) != 1 {
			t.Errorf("got %q", got)
		}
	}
}
