package main

import "context"

// vetted runs go vet. Its check of the standard library's age makes the go line of
// each go.mod a promise: newer functions are found even with a newer toolchain.
func vetted(ctx context.Context, t *tree) ([]string, error) {
	return t.command(ctx, nil, "go", "vet", "work")
}
