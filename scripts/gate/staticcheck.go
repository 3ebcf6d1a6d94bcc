package main

import (
	"context"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
)

// staticallyChecked runs staticcheck with its own choice of checks.
func staticallyChecked(ctx context.Context, t *tree) ([]string, error) {
	program, err := t.program(ctx, gotool.Staticcheck)
	if err != nil {
		return nil, err
	}
	return t.command(ctx, nil, program, t.patterns()...)
}
