package main

import (
	"context"
	"path/filepath"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
)

// acceptable runs actionlint over the workflows: names that do not exist, types
// that do not fit, keys that the service would refuse. The programs that it can
// call for scripts are left out, because they are not everywhere.
func acceptable(ctx context.Context, t *tree) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(t.root, filepath.FromSlash(workflows), "*.y*ml"))
	if err != nil || len(files) == 0 {
		return nil, err
	}
	program, err := t.program(ctx, gotool.Actionlint)
	if err != nil {
		return nil, err
	}
	return t.command(ctx, nil, program, append([]string{"-oneline", "-no-color", "-shellcheck=", "-pyflakes="}, files...)...)
}
