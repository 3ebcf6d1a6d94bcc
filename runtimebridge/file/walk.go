package file

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
)

// skippedDirs hold the inner life of version control, which no search is about.
var skippedDirs = []string{".git", ".hg", ".svn"}

// found is a regular file that a walk came by.
type found struct {
	rel  string // from the place where the walk began, with slashes
	at   *place // shares the root of that place
	info fs.FileInfo
}

// walk calls visit for every regular file at and below the place, in lexical
// order, until visit returns an error or limit entries have been seen. Links are not followed; what cannot be
// read and what is protected is left out. It reports whether it stopped before
// it had seen everything.
func (p *place) walk(ctx context.Context, limit int, visit func(found) error) (cut bool, err error) {
	if _, err := p.lstat(); err != nil {
		return false, err
	}
	looked := 0
	base := filepath.ToSlash(p.rel)
	err = fs.WalkDir(p.root.FS(), base, func(name string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return nil
		}
		if looked++; looked > limit {
			return errEnough
		}
		if entry.IsDir() && slices.Contains(skippedDirs, entry.Name()) && name != base {
			return fs.SkipDir
		}
		return p.meet(base, name, entry, visit)
	})
	if errors.Is(err, errEnough) {
		return true, nil
	}
	return false, err
}

// errEnough ends a walk early, without being a failure.
var errEnough = errors.New("enough")

// meet passes one entry of a walk on, if it is one that may be looked at.
func (p *place) meet(base, name string, entry fs.DirEntry, visit func(found) error) error {
	info, err := entry.Info()
	if err != nil {
		return nil
	}
	rel := relative(base, name)
	abs := filepath.Join(p.abs, filepath.FromSlash(rel))
	if p.protection.CoversEntry(abs, info) {
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	if !info.Mode().IsRegular() {
		return nil
	}
	return visit(found{rel: rel, at: p.child(name, abs), info: info})
}

// relative is name as seen from base; a file that is itself the base is seen by
// its own name.
func relative(base, name string) string {
	switch {
	case base == ".":
		return name
	case name == base:
		return "."
	}
	return name[len(base)+1:]
}

// matchName is the name that a glob is matched against.
func (f found) matchName() string {
	if f.rel == "." {
		return path.Base(filepath.ToSlash(f.at.abs))
	}
	return f.rel
}
