package modproxy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// Proxy is a directory that the go command takes for a proxy.
type Proxy struct {
	dir string // absolute
}

// New makes a proxy in dir, which need not exist yet.
func New(dir string) (*Proxy, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return &Proxy{dir: absolute}, os.MkdirAll(absolute, 0o755)
}

// URL is what GOPROXY calls the proxy.
func (p *Proxy) URL() string { return DirectoryURL(p.dir) }

// DirectoryURL is the file URL of an absolute directory.
func DirectoryURL(dir string) string {
	return "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/")
}

// Add zips the module whose files are in dir under a version. A zip refuses what
// a proxy would refuse: names that differ in case only, files that are too large.
func (p *Proxy) Add(path, version, dir string) (Sums, error) {
	goMod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return Sums{}, err
	}
	if err := os.MkdirAll(p.folder(path), 0o755); err != nil {
		return Sums{}, err
	}
	if err := createZip(p.file(path, version, ".zip"), module.Version{Path: path, Version: version}, dir); err != nil {
		return Sums{}, fmt.Errorf("zipping %s: %w", path, err)
	}
	if err := os.WriteFile(p.file(path, version, ".mod"), goMod, 0o644); err != nil {
		return Sums{}, err
	}
	info := fmt.Sprintf("{%q:%q}\n", "Version", version)
	if err := os.WriteFile(p.file(path, version, ".info"), []byte(info), 0o644); err != nil {
		return Sums{}, err
	}
	if err := p.list(path, version); err != nil {
		return Sums{}, err
	}
	return sums(p.file(path, version, ".zip"), goMod)
}

// Unzip writes the files of a module into dir, just as the go command would put
// them into its cache.
func (p *Proxy) Unzip(path, version, dir string) error {
	return zip.Unzip(dir, module.Version{Path: path, Version: version}, p.file(path, version, ".zip"))
}

func createZip(name string, v module.Version, dir string) (err error) {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if closed := out.Close(); err == nil {
			err = closed
		}
	}()
	return zip.CreateFromDir(out, v, dir)
}

// list adds a version to those that the proxy tells of.
func (p *Proxy) list(path, version string) error {
	out, err := os.OpenFile(filepath.Join(p.folder(path), "list"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, version)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

// The paths of this repository are lower case, so that escaping changes nothing.
func (p *Proxy) folder(path string) string {
	return filepath.Join(p.dir, filepath.FromSlash(path), "@v")
}

func (p *Proxy) file(path, version, ending string) string {
	return filepath.Join(p.folder(path), version+ending)
}
