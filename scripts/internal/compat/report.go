package compat

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
)

// Report lists the changes of a module's exported API.
type Report struct {
	Incompatible []string
	Compatible   []string
}

// Compare compares a module, named by its directory and its path, in two exports
// of the repository.
func Compare(ctx context.Context, before, after, name, path string) (Report, error) {
	scratch, err := os.MkdirTemp("", "openprogram-apidiff-")
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	apidiff, err := gotool.Apidiff.Install(ctx, scratch)
	if err != nil {
		return Report{}, err
	}
	exports := make([]string, 2)
	for i, root := range []string{before, after} {
		exports[i] = filepath.Join(scratch, fmt.Sprint(i))
		if _, err := run(ctx, filepath.Join(root, name), apidiff, "-m", "-w", exports[i], path); err != nil {
			return Report{}, err
		}
	}
	out, err := run(ctx, scratch, apidiff, "-m", exports[0], exports[1])
	if err != nil {
		return Report{}, err
	}
	return parse(out)
}

func run(ctx context.Context, dir, program string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir = dir
	var problems strings.Builder
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("apidiff: %v\n%s", err, strings.TrimSpace(problems.String()))
	}
	return string(out), nil
}

// parse reads what apidiff prints. It has to be read, because apidiff succeeds
// whatever it finds.
func parse(out string) (Report, error) {
	var report Report
	var list *[]string
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		entry, isEntry := strings.CutPrefix(line, "- ")
		switch {
		case line == "Incompatible changes:":
			list = &report.Incompatible
		case line == "Compatible changes:":
			list = &report.Compatible
		case line == "" || strings.HasPrefix(line, "Ignoring internal package "):
		case isEntry && list != nil:
			*list = append(*list, entry)
		case list != nil && len(*list) > 0 && strings.HasPrefix(line, " "):
			(*list)[len(*list)-1] += "\n" + line
		default:
			return Report{}, fmt.Errorf("apidiff prints %q, which this script cannot read", line)
		}
	}
	return report, nil
}
