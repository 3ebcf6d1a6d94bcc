package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// imported asks the command that knows the rules of who may import whom.
func imported(ctx context.Context, t *tree) ([]string, error) {
	program := filepath.Join(t.bin, "imports")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, workspace.Base+"scripts/imports")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building scripts/imports: %v\n%s", err, strings.TrimSpace(string(out)))
	}
	return t.command(ctx, nil, program)
}
