package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
)

// buildCommand makes everything from the tree as it lies here.
func buildCommand(ctx context.Context, version string) error {
	bin, err := os.MkdirTemp("", "openprogram-pack-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(bin) }()
	goreleaser, err := gotool.Goreleaser.Install(ctx, bin)
	if err != nil {
		return err
	}
	made, err := build(ctx, ".", version, goreleaser)
	if err != nil {
		return err
	}
	names, err := made.delivered()
	if err != nil {
		return err
	}
	for _, name := range names {
		fmt.Println(filepath.Join(made.dir, name))
	}
	return nil
}

// build makes everything from the tree at root, into its directory dist.
func build(ctx context.Context, root, version, goreleaser string) (*distribution, error) {
	command := exec.CommandContext(ctx, goreleaser, "release", "--snapshot", "--clean")
	command.Dir = root
	command.Env = append(os.Environ(), "GORELEASER_CURRENT_TAG=v"+version, "GORELEASER_PREVIOUS_TAG=v"+version, "GOFLAGS=", "GOOS=", "GOARCH=")
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("goreleaser: %v\n%s", err, out)
	}
	made, err := openDistribution(filepath.Join(root, "dist"), version)
	if err != nil {
		return nil, err
	}
	if err := made.writeBundle(root); err != nil {
		return nil, err
	}
	if err := made.writeDescription(root); err != nil {
		return nil, err
	}
	return made, made.addChecksums(made.bundleName(), descriptionName)
}

// delivered lists what people get, by name.
func (d *distribution) delivered() ([]string, error) {
	var names []string
	for _, pattern := range []string{"*.tar.gz", "*.zip", "*.mcpb", descriptionName, checksumsName} {
		found, err := filepath.Glob(filepath.Join(d.dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			names = append(names, filepath.Base(path))
		}
	}
	slices.Sort(names)
	return names, nil
}
