package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/surface"
)

// goldens is where the API of each module is written down.
const goldens = "scripts/gate/testdata/api"

// unsurprising finds modules whose exported API differs from what is written down.
func unsurprising(ctx context.Context, t *tree) ([]string, error) {
	var faults []string
	for _, m := range t.space.Modules {
		now, err := surface.Of(ctx, t.root, m.Name)
		if err != nil {
			return nil, err
		}
		name := goldens + "/" + m.Name + ".txt"
		before, err := t.read(name)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		if now != before {
			faults = append(faults, differences(name, before, now)...)
		}
	}
	if len(faults) > 0 {
		faults = append(faults, "if that is meant, write the API down anew with scripts/check -renew, and tell of it in the changelog")
	}
	return faults, nil
}

// differences lists the lines that are gone and those that are new.
func differences(name, before, after string) []string {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	var lines []string
	for _, line := range was {
		if !slices.Contains(is, line) {
			lines = append(lines, name+": - "+line)
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			lines = append(lines, name+": + "+line)
		}
	}
	if len(lines) == 0 {
		lines = append(lines, name+": the same lines in another order")
	}
	return lines
}

// renewGoldens writes the API of every module down.
func (t *tree) renewGoldens(ctx context.Context) error {
	dir := filepath.Join(t.root, filepath.FromSlash(goldens))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, m := range t.space.Modules {
		text, err := surface.Of(ctx, t.root, m.Name)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, m.Name+".txt"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
