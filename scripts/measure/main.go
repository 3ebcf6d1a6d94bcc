// Command measure is behind scripts/bench: it builds the product and a floor,
// runs both in turn, and prints what it measured. It asserts nothing: figures
// are for people, since a machine's speed is no property of a change.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// row is one line of the table.
type row struct {
	name    string
	measure func(*workshop) ([]figure, error)
}

var rows = []row{
	{"start", start},
	{"memory", residentMemory},
	{"pipelined", pipelined},
	{"calls", sequentialCalls},
	{"turns", turns},
	{"sessions", sessionsList},
	{"branch", branch},
	{"notes", notes},
	{"import", importRate},
	{"connections", connections},
	{"size", binarySize},
}

func main() {
	quick := flag.Bool("quick", false, "small sizes: a look in a minute")
	only := flag.String("only", "", "the rows to measure, separated by commas: "+rowNames())
	markdown := flag.Bool("markdown", false, "print the table as Markdown")
	profile := flag.String("cpuprofile", "", "write a CPU profile of the product's pipelined calls, made in this process's test of mcpserver")
	flag.Parse()
	if err := run(*quick, *only, *profile, table{out: os.Stdout, markdown: *markdown}); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func run(quick bool, only, profile string, t table) error {
	w, err := newWorkshop(quick)
	if err != nil {
		return err
	}
	defer w.close()
	if profile != "" {
		return w.profile(profile)
	}
	t.begin(w.machine())
	for _, r := range rows {
		if only != "" && !strings.Contains(","+only+",", ","+r.name+",") {
			continue
		}
		figures, err := r.measure(w)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		for _, f := range figures {
			t.row(f.cells())
		}
	}
	return nil
}

func rowNames() string {
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.name
	}
	return strings.Join(names, ",")
}
