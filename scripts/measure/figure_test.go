package main

import (
	"strings"
	"testing"
)

func TestVerdict(t *testing.T) {
	tests := []struct {
		name       string
		must, wish bound
		want       string
	}{
		{"no bound", bound{}, bound{}, ""},
		{"too much", most(9), bound{}, "SHORT"},
		{"little enough", most(10), most(9), "reached"},
		{"as little as wished", most(11), most(10), "wish"},
		{"too little", least(11), bound{}, "SHORT"},
		{"enough", least(10), least(11), "reached"},
		{"as much as wished", least(9), least(10), "wish"},
		{"too large a ratio", mostTimes(1.9), bound{}, "SHORT"},
		{"a small ratio", mostTimes(2), mostTimes(1.9), "reached"},
		{"too small a ratio", leastTimes(2.1), bound{}, "SHORT"},
		{"a ratio as wished", leastTimes(1), leastTimes(2), "wish"},
	}
	for _, test := range tests {
		f := figure{"x", "ms", []float64{30, 10, 5}, []float64{5}, test.must, test.wish}
		if got := f.verdict(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTables(t *testing.T) {
	f := figure{"a row", "ms", []float64{30, 10, 5}, []float64{5}, mostTimes(3.5), most(20)}
	for _, test := range []struct {
		markdown bool
		want     string
	}{
		{true, "a machine.\n\n| what | median | min - max | floor | ratio | must | wish | verdict |\n|---|---:|---:|---:|---:|---:|---:|---|\n" +
			"| a row | 10 ms | 5 ms - 30 ms | 5 ms | 2.00x | ≤ 3.5x | ≤ 20 ms | wish |\n"},
		{false, "a machine\nWHAT MEDIAN MIN - MAX FLOOR RATIO MUST WISH VERDICT\na row 10 ms 5 ms - 30 ms 5 ms 2.00x ≤ 3.5x ≤ 20 ms wish\n"},
	} {
		var out strings.Builder
		to := table{out: &out, markdown: test.markdown}
		to.begin("a machine")
		to.row(f.cells())
		got := out.String()
		if !test.markdown {
			lines := strings.Split(got, "\n")
			for i, line := range lines {
				lines[i] = strings.Join(strings.Fields(line), " ")
			}
			got = strings.Join(lines, "\n")
		}
		if got != test.want {
			t.Errorf("%s\nwant\n%s", got, test.want)
		}
	}
}
