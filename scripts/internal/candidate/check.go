package candidate

import (
	"context"
	"path/filepath"
)

// CheckModule looks at a module as it lies in its zip: see gotool.CheckModule.
func (c *Candidate) CheckModule(ctx context.Context, path, version string, test ...string) error {
	dir, err := c.Room(filepath.Join("unzipped", filepath.Base(path)))
	if err != nil {
		return err
	}
	if err := c.proxy.Unzip(path, version, dir); err != nil {
		return err
	}
	return c.Go.CheckModule(ctx, dir, test...)
}
