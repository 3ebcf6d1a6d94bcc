package main

import (
	"fmt"
	"io"
	"strings"
)

var columns = []string{"WHAT", "MEDIAN", "MIN - MAX", "FLOOR", "RATIO", "MUST", "WISH", "VERDICT"}

// table writes figures as they come, as text or as Markdown.
type table struct {
	out      io.Writer
	markdown bool
}

// begin writes what stands above the figures.
func (t table) begin(machine string) {
	if !t.markdown {
		fmt.Fprintln(t.out, machine)
		t.row(columns)
		return
	}
	fmt.Fprintf(t.out, "%s.\n\n", machine)
	heads := make([]string, len(columns))
	for i, c := range columns {
		heads[i] = strings.ToLower(c)
	}
	t.row(heads)
	fmt.Fprintln(t.out, "|---|---:|---:|---:|---:|---:|---:|---|")
}

func (t table) row(cells []string) {
	if t.markdown {
		fmt.Fprintln(t.out, "| "+strings.Join(cells, " | ")+" |")
		return
	}
	line := fmt.Sprintf("%-46s", cells[0])
	for i, width := range []int{16, 36, 16, 9, 20, 20} {
		line += pad(cells[i+1], width)
	}
	fmt.Fprintln(t.out, strings.TrimRight(line+"  "+cells[7], " "))
}

// pad aligns to the right, by characters.
func pad(cell string, width int) string {
	return strings.Repeat(" ", max(1, width-len([]rune(cell)))) + cell
}
