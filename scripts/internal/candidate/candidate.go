package candidate

import (
	"context"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/scripts/internal/gotool"
	"github.com/openprogram/openprogram-go/scripts/internal/modproxy"
)

// Candidate is a set of modules that are not published, in a directory of its
// own.
type Candidate struct {
	Go *gotool.Isolated // sees the candidate's modules and those of others

	scratch string
	proxy   *modproxy.Proxy
	sums    map[string]modproxy.Sums // by path@version
}

// New makes an empty candidate in scratch, a directory that the caller removes.
func New(ctx context.Context, scratch string) (*Candidate, error) {
	proxy, err := modproxy.New(filepath.Join(scratch, "proxy"))
	if err != nil {
		return nil, err
	}
	isolated, err := gotool.Isolate(ctx, gotool.Options{
		Cache:   filepath.Join(scratch, "modules"),
		Proxies: []string{proxy.URL()},
	})
	if err != nil {
		return nil, err
	}
	return &Candidate{Go: isolated, scratch: scratch, proxy: proxy, sums: map[string]modproxy.Sums{}}, nil
}

// Add puts the module whose files are in dir into the candidate.
func (c *Candidate) Add(path, version, dir string) error {
	added, err := c.proxy.Add(path, version, dir)
	if err != nil {
		return err
	}
	c.sums[path+"@"+version] = added
	return nil
}

// Has reports whether a version was added.
func (c *Candidate) Has(path, version string) bool {
	_, ok := c.sums[path+"@"+version]
	return ok
}

// Room makes an empty directory below the candidate's own.
func (c *Candidate) Room(name string) (string, error) {
	dir := filepath.Join(c.scratch, name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}
