package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// platforms are what the program is built for.
var platforms = []string{
	"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64",
}

const program = "openprogram-cli/cmd/openprogram"

// portable builds the program for every platform, and looks at all packages and
// tests of every operating system.
func portable(ctx context.Context, t *tree) ([]string, error) {
	var faults []string
	seen := map[string]bool{}
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		variables := []string{"CGO_ENABLED=0", "GOFLAGS=-trimpath -buildvcs=false", "GOOS=" + system, "GOARCH=" + processor}
		commands := [][]string{}
		if _, err := os.Stat(filepath.Join(t.root, filepath.FromSlash(program))); err == nil {
			commands = append(commands, []string{"build", "-o", filepath.Join(t.bin, "built"), "./" + program})
		}
		if !seen[system] {
			seen[system] = true
			commands = append(commands, []string{"vet", "work"})
		}
		for _, arguments := range commands {
			lines, err := t.command(ctx, variables, "go", arguments...)
			if err != nil {
				return nil, err
			}
			for _, line := range lines {
				faults = append(faults, platform+": "+line)
			}
		}
	}
	return faults, nil
}
