package main

import (
	"context"
	"go/format"
	"os"
	"path/filepath"
)

// formatted finds files that gofmt would write in another way.
func formatted(_ context.Context, t *tree) ([]string, error) {
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, s := range all {
		text, err := os.ReadFile(filepath.Join(t.root, filepath.FromSlash(s.path)))
		if err != nil {
			return nil, err
		}
		wanted, err := format.Source(text)
		if err != nil {
			return nil, err
		}
		if string(wanted) != string(text) {
			faults = append(faults, s.path+": is not formatted (gofmt -w)")
		}
	}
	return faults, nil
}
