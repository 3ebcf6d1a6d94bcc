package gotool

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// CheckModule looks at the module in dir alone: its go.mod and go.sum must be
// tidy, it must pass vet, and go test with the given arguments.
func (i *Isolated) CheckModule(ctx context.Context, dir string, test ...string) error {
	if _, err := i.Run(ctx, dir, "mod", "tidy", "-diff"); err != nil {
		return fmt.Errorf("not tidy (scripts/tidy mends it): %w", err)
	}
	if _, err := i.Run(ctx, dir, "vet", "./..."); err != nil {
		return err
	}
	_, err := i.Run(ctx, dir, append([]string{"test"}, append(test, "./...")...)...)
	return err
}

// Install installs a command into bin, as go install path@version does for
// anybody, and gives the path of the binary.
func (i *Isolated) Install(ctx context.Context, bin, path, version string) (string, error) {
	command := i.Command(ctx, bin, "go", "install", path+"@"+version)
	command.Env = append(command.Env, "GOBIN="+bin)
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go install: %v\n%s", err, strings.TrimSpace(string(out)))
	}
	return filepath.Join(bin, filepath.Base(path)), nil
}
