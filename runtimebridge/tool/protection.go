package tool

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Protection tells the files that no file tool may touch: secrets, the
// configuration, the database, the audit log. It is made for one call, because
// it remembers which files were there when it was made.
type Protection struct{ roots, except []landmark }

// landmark is a path together with what was there.
type landmark struct {
	path string
	info fs.FileInfo // nil: nothing was there
}

// NewProtection protects everything at and below paths except what is at or
// below except. All are absolute; they need not exist yet.
func NewProtection(paths, except []string) (*Protection, error) {
	roots, err := landmarks(paths)
	if err != nil {
		return nil, err
	}
	exceptions, err := landmarks(except)
	if err != nil {
		return nil, err
	}
	return &Protection{roots: roots, except: exceptions}, nil
}

func landmarks(paths []string) ([]landmark, error) {
	out := make([]landmark, 0, len(paths))
	for _, path := range paths {
		resolved, err := ResolvePath("", path)
		if err != nil {
			return nil, err
		}
		info, err := os.Lstat(resolved)
		if err != nil {
			info = nil
		}
		out = append(out, landmark{path: resolved, info: info})
	}
	return out, nil
}

// Covers reports whether a resolved path is protected: it is at or below a
// protected path, whatever name or letter case leads there, or it is a hard
// link to a protected file.
func (p *Protection) Covers(resolved string) bool {
	info, err := os.Lstat(resolved)
	if err != nil {
		info = nil
	}
	return !within(p.except, resolved) && within(p.roots, resolved) || p.linked(info)
}

// CoversEntry is Covers, cheaper, for an entry of a folder that is not covered
// itself. info is what Lstat says of the entry.
func (p *Protection) CoversEntry(path string, info fs.FileInfo) bool {
	at := func(l landmark) bool { return l.at(path, info) }
	return !slices.ContainsFunc(p.except, at) && slices.ContainsFunc(p.roots, at) || p.linked(info)
}

// linked looks for a hard link, which only a file with several names can be.
func (p *Protection) linked(info fs.FileInfo) bool {
	if info == nil || !info.Mode().IsRegular() || !severalNames(info) {
		return false
	}
	return slices.ContainsFunc(p.roots, func(root landmark) bool { return p.holds(root.path, info) })
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

// within reports whether a path is one of the landmarks or below one. Ancestors
// are compared by identity too, because two spellings can name one folder
// (letter case, bind mounts).
func within(landmarks []landmark, path string) bool {
	for {
		info, err := os.Lstat(path)
		if err != nil {
			info = nil
		}
		if slices.ContainsFunc(landmarks, func(l landmark) bool { return l.at(path, info) }) {
			return true
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}

// at reports whether a path is the landmark or below it by name, or the same
// file under another name.
func (l landmark) at(path string, info fs.FileInfo) bool {
	dir := strings.TrimSuffix(l.path, string(filepath.Separator)) + string(filepath.Separator)
	return path == l.path || strings.HasPrefix(path, dir) ||
		info != nil && l.info != nil && os.SameFile(l.info, info)
}
