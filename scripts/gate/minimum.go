package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// minimal looks at every module with exactly the Go that its go.mod asks for. A
// module that requires no sibling is tested with it, alone; the others, which only
// the workspace can build before they are released, are built and vetted.
//
// It is left out, and says so, where one of these toolchains cannot be had.
func minimal(ctx context.Context, t *tree) ([]string, error) {
	for _, m := range t.space.Modules {
		if err := obtain(ctx, m.Go); err != nil {
			return nil, skipped{fmt.Sprintf("Go %s, the oldest for %s, cannot be had here: %v", m.Go, m.Name, err)}
		}
	}
	var faults []string
	for _, m := range t.space.Modules {
		for _, arguments := range minimumCommands(m) {
			lines, err := t.command(ctx, minimumVariables(m), "go", arguments...)
			if err != nil {
				return nil, err
			}
			for _, line := range lines {
				faults = append(faults, fmt.Sprintf("%s on Go %s: %s", m.Name, m.Go, line))
			}
		}
	}
	return faults, nil
}

func minimumCommands(m workspace.Module) [][]string {
	if len(m.Siblings) == 0 {
		return [][]string{{"-C", m.Name, "test", "./..."}}
	}
	return [][]string{{"build", "./" + m.Name + "/..."}, {"vet", "./" + m.Name + "/..."}}
}

func minimumVariables(m workspace.Module) []string {
	variables := []string{"GOTOOLCHAIN=" + toolchain(m.Go), "GOFLAGS=-mod=readonly", "CGO_ENABLED=0"}
	if len(m.Siblings) == 0 {
		variables = append(variables, "GOWORK=off")
	}
	return variables
}

func toolchain(version string) string { return "go" + version }

// obtain has the go command fetch a toolchain, unless it is that one itself or has
// it already, and start it.
func obtain(ctx context.Context, version string) error {
	command := exec.CommandContext(ctx, "go", "version")
	command.Dir = filepath.Clean(os.TempDir()) // where no go.mod and no go.work ask for another
	command.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain(version), "GOWORK=off")
	out, err := command.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		lines := strings.Split(text, "\n")
		return fmt.Errorf("%s", lines[len(lines)-1])
	}
	if !strings.Contains(text, " "+toolchain(version)+" ") {
		return fmt.Errorf("the go command says %q", text)
	}
	return nil
}
