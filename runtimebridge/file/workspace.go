package file

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// workspace is where the tools may work and what they know of it.
type workspace struct {
	dirs        []string
	protected   []string
	unprotected []string
	walkLimit   int // how many entries one search looks at
	seen        ledger
}

// place is one path inside a working directory. Everything is done through
// root, so that no link can lead out between the check and the use.
type place struct {
	root       *os.Root
	rel        string // from root, links resolved, "." for the directory itself
	abs        string // the same, absolute
	shown      string // for messages: relative to the first working directory where possible
	first      string // the first working directory, links resolved
	protection *tool.Protection
}

func (p *place) close() { _ = p.root.Close() }

// locate finds a path's place and opens its working directory. The caller
// closes the place.
func (w *workspace) locate(raw string) (*place, error) {
	if len(w.dirs) == 0 {
		return nil, failf("there is no working directory: one has to be configured")
	}
	first, err := tool.ResolvePath("", w.dirs[0])
	if err != nil {
		return nil, err
	}
	abs, err := tool.ResolvePath(first, raw)
	if err != nil {
		return nil, failf("the path cannot be resolved")
	}
	protection, err := tool.NewProtection(w.protected, w.unprotected)
	if err != nil || protection.Covers(abs) || isSystemFile(abs) {
		return nil, failf("the path is not one that file tools may touch")
	}
	for _, dir := range w.dirs {
		real, err := tool.ResolvePath("", dir)
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(real, abs)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		root, err := openRoot(real)
		if err != nil {
			return nil, err
		}
		return &place{root: root, rel: rel, abs: abs, shown: show(first, abs), first: first, protection: protection}, nil
	}
	return nil, failf("the path is outside the working directories")
}

// child is the place of an entry somewhere below; it shares the root. rel is
// from root, with slashes.
func (p *place) child(rel, abs string) *place {
	below := *p
	below.rel, below.abs, below.shown = filepath.FromSlash(rel), abs, show(p.first, abs)
	return &below
}

// openRoot opens a directory that is one by itself, not by a link that took its
// place after the path was resolved.
func openRoot(dir string) (*os.Root, error) {
	before, err := os.Lstat(dir)
	if err != nil {
		return nil, err
	}
	if !before.IsDir() { // opening a FIFO would wait for a writer
		return nil, failf("the working directory is no directory")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	opened, err := root.Stat(".")
	if err != nil || !os.SameFile(before, opened) {
		_ = root.Close()
		return nil, failf("the working directory has been replaced")
	}
	return root, nil
}

// show writes a path as the caller can pass it again.
func show(first, abs string) string {
	rel, err := filepath.Rel(first, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return abs
	}
	return filepath.ToSlash(rel)
}

// isSystemFile reports what looks like a file and is a door to the kernel or to
// another process. /dev/shm holds ordinary files.
func isSystemFile(abs string) bool {
	if strings.HasPrefix(abs, "/dev/shm/") {
		return false
	}
	for _, dir := range []string{"/proc", "/sys", "/dev"} {
		if abs == dir || strings.HasPrefix(abs, dir+"/") {
			return true
		}
	}
	return false
}

// unmoved reports whether a path still leads where it did when it was located.
func (p *place) unmoved() bool {
	again, err := tool.ResolvePath("", p.abs)
	return err == nil && again == p.abs
}

// lstat describes what is at the place, without following a link.
func (p *place) lstat() (fs.FileInfo, error) { return p.root.Lstat(p.rel) }
