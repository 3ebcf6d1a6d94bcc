package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// thorough are the modules whose code decides about rights and bytes: of their
// statements, this part at least is run by their own tests.
var thorough = []string{"mcpcontracts", "mcpauth", "authority"}

const leastCoverage = 95.0 // per cent

// covered finds modules of which too little is run by their tests.
func covered(ctx context.Context, t *tree) ([]string, error) {
	var faults []string
	for _, module := range thorough {
		profile := filepath.Join(t.bin, module+".cover")
		packages := "./" + module + "/..."
		failed, err := t.command(ctx, nil, "go", "test", "-coverprofile="+profile, "-coverpkg="+packages, packages)
		if err != nil || len(failed) > 0 {
			return append(faults, failed...), err
		}
		text, err := os.ReadFile(profile)
		if err != nil {
			return nil, err
		}
		percent, err := coverage(string(text))
		if err != nil {
			return nil, err
		}
		if percent < leastCoverage {
			faults = append(faults, fmt.Sprintf("%s: %.1f %% of its statements are tested, less than %.0f %%", module, percent, leastCoverage))
		}
	}
	return faults, nil
}

// coverage reads a profile: per line a block, its number of statements and how
// often it ran. A block is named once for each test binary.
func coverage(profile string) (percent float64, err error) {
	statements, ran := map[string]int{}, map[string]bool{}
	for line := range strings.Lines(profile) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue // the mode
		}
		if statements[fields[0]], err = strconv.Atoi(fields[1]); err != nil {
			return 0, err
		}
		ran[fields[0]] = ran[fields[0]] || fields[2] != "0"
	}
	all, run := 0, 0
	for block, count := range statements {
		all += count
		if ran[block] {
			run += count
		}
	}
	if all == 0 {
		return 0, fmt.Errorf("the coverage profile is empty")
	}
	return 100 * float64(run) / float64(all), nil
}
