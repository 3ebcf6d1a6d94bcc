package tool

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Protection tells the files that no file tool may touch: secrets, the
// configuration, the database, the audit log.
type Protection struct {
	paths  []string
	except []string
}

// NewProtection protects everything at and below paths except what is at or
// below except. All are absolute; they need not exist yet.
func NewProtection(paths, except []string) (*Protection, error) {
	p := &Protection{}
	var err error
	if p.paths, err = resolveAll(paths); err != nil {
		return nil, err
	}
	p.except, err = resolveAll(except)
	return p, err
}

func resolveAll(paths []string) ([]string, error) {
	out := make([]string, 0, len(paths))
	for _, path := range paths {
		resolved, err := ResolvePath("", path)
		if err != nil {
			return nil, err
		}
		out = append(out, resolved)
	}
	return out, nil
}

// Covers reports whether a resolved path is protected: it is at or below a
// protected path, whatever name or letter case leads there, or it is a hard
// link to a protected file.
func (p *Protection) Covers(resolved string) bool {
	if within(p.except, resolved) {
		return p.linked(resolved)
	}
	return within(p.paths, resolved) || p.linked(resolved)
}

// linked looks for a hard link, which only a file with several names can be.
func (p *Protection) linked(resolved string) bool {
	info, err := os.Lstat(resolved)
	if err != nil || !info.Mode().IsRegular() || !severalNames(info) {
		return false
	}
	for _, root := range p.paths {
		if p.holds(root, info) {
			return true
		}
	}
	return false
}

var errFound = errors.New("found")

// holds looks for a file's identity at and below a protected path.
func (p *Protection) holds(root string, info fs.FileInfo) bool {
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if entry.IsDir() && within(p.except, path) {
			return fs.SkipDir
		}
		if other, err := entry.Info(); err == nil && os.SameFile(info, other) {
			return errFound
		}
		return nil
	})
	return errors.Is(err, errFound)
}

// within reports whether a path is one of dirs or below one.
func within(dirs []string, path string) bool {
	for _, dir := range dirs {
		if below(dir, path) || sameAncestor(dir, path) {
			return true
		}
	}
	return false
}

func below(dir, path string) bool {
	if path == dir {
		return true
	}
	dir = strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
	return strings.HasPrefix(path, dir)
}

// sameAncestor finds dir among the ancestors of a path by identity, because two
// spellings can name one directory (letter case, bind mounts).
func sameAncestor(dir, path string) bool {
	want, err := os.Lstat(dir)
	if err != nil {
		return false
	}
	for {
		if info, err := os.Lstat(path); err == nil && os.SameFile(want, info) {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}
