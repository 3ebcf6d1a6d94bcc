package candidate

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// CheckModule looks at a module as it lies in its zip: its go.mod and go.sum
// must be tidy, it must pass vet, and go test with the given arguments.
func (c *Candidate) CheckModule(ctx context.Context, path, version string, test ...string) error {
	dir, err := c.Room(filepath.Join("unzipped", filepath.Base(path)))
	if err != nil {
		return err
	}
	if err := c.proxy.Unzip(path, version, dir); err != nil {
		return err
	}
	if _, err := c.Go.Run(ctx, dir, "mod", "tidy", "-diff"); err != nil {
		return fmt.Errorf("not tidy (scripts/tidy mends it): %w", err)
	}
	if _, err := c.Go.Run(ctx, dir, "vet", "./..."); err != nil {
		return err
	}
	_, err = c.Go.Run(ctx, dir, append([]string{"test"}, append(test, "./...")...)...)
	return err
}

// Install installs a command from the candidate, as go install path@version
// does for anybody, and gives the path of the binary.
func (c *Candidate) Install(ctx context.Context, path, version, name string) (string, error) {
	bin, err := c.Room("bin")
	if err != nil {
		return "", err
	}
	command := c.Go.Command(ctx, bin, "go", "install", path+"/"+name+"@"+version)
	command.Env = append(command.Env, "GOBIN="+bin)
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go install: %v\n%s", err, strings.TrimSpace(string(out)))
	}
	return filepath.Join(bin, filepath.Base(name)), nil
}
