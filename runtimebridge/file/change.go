package file

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// change is what shall become of one file.
type change struct {
	at     *place
	before *snapshot // nil: there must be no file
	after  []byte
	remove bool

	// While the change is being made: temporary names beside the file, from at.root.
	staged string   // the new contents
	backup string   // the old contents
	dirs   []string // directories made for it, outermost first
}

// apply makes all changes or none. Everything is written beside the files
// first; what is left for the moment of the commit is renaming, which is undone
// when it fails half-way. The old contents are kept as a copy, so that a file
// is never missing in between.
func apply(in runtimebridge.Invocation, changes []*change) (err error) {
	defer func() { clean(changes, err != nil) }()
	for _, c := range changes {
		if err := c.stage(); err != nil {
			return err
		}
	}
	return in.Commit(func() error { return commit(changes) })
}

func commit(changes []*change) error {
	for i, c := range changes {
		err := c.commit()
		if err == nil {
			continue
		}
		for ; i > 0; i-- {
			if undone := changes[i-1].undo(); undone != nil {
				return failf("a change failed and %s could not be put back: its old contents are lost or beside it", changes[i-1].at.shown)
			}
		}
		return err
	}
	return nil
}

// stage writes the temporary files.
func (c *change) stage() error {
	if err := c.makeDirs(); err != nil {
		return err
	}
	var err error
	if c.before != nil {
		if c.backup, err = c.writeBeside(c.before.data); err != nil {
			return err
		}
	}
	if !c.remove {
		c.staged, err = c.writeBeside(c.after)
	}
	return err
}

// makeDirs makes the missing parents.
func (c *change) makeDirs() error {
	var missing []string
	for dir := filepath.Dir(c.at.rel); dir != "."; dir = filepath.Dir(dir) {
		info, err := c.at.root.Lstat(dir)
		if err == nil && info.IsDir() {
			break
		}
		if err == nil {
			return failf("a parent of %s is not a directory", c.at.shown)
		}
		missing = append([]string{dir}, missing...)
	}
	for _, dir := range missing {
		if err := c.at.root.Mkdir(dir, 0o755); err != nil {
			return err
		}
		c.dirs = append(c.dirs, dir)
	}
	return nil
}

// writeBeside writes a temporary file into the directory of the file, with the
// file's mode and owner.
func (c *change) writeBeside(data []byte) (name string, err error) {
	mode := fs.FileMode(0o644)
	if c.before != nil {
		mode = c.before.info.Mode().Perm()
	}
	name = filepath.Join(filepath.Dir(c.at.rel), temporaryName())
	f, err := c.at.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			_ = c.at.root.Remove(name)
		}
	}()
	if c.before != nil {
		if err := f.Chmod(mode); err != nil { // the umask does not count for a file that exists
			return "", err
		}
		keepOwner(f, c.before.info)
	}
	if _, err := f.Write(data); err != nil {
		return "", err
	}
	return name, f.Sync()
}

// commit puts the new contents in place, provided the file is still the one
// that was read.
func (c *change) commit() error {
	now, err := c.at.lstat()
	switch {
	case !c.at.unmoved():
		return failf("the way to %s has changed meanwhile", c.at.shown)
	case c.before == nil && err == nil:
		return failf("%s has come into being meanwhile", c.at.shown)
	case c.before == nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case c.before != nil && (err != nil || !sameVersion(now, c.before.info)):
		return failf("%s has changed meanwhile", c.at.shown)
	case c.remove:
		return c.at.root.Remove(c.at.rel)
	}
	return c.at.root.Rename(c.staged, c.at.rel)
}

func (c *change) undo() error {
	if c.before == nil {
		return c.at.root.Remove(c.at.rel)
	}
	return c.at.root.Rename(c.backup, c.at.rel)
}

// clean takes away what is left of the temporary files and, after a failure,
// the directories that were made: not before the files, of whatever change,
// are out of them.
func clean(changes []*change, failed bool) {
	for _, c := range changes {
		for _, name := range []string{c.staged, c.backup} {
			if name != "" {
				_ = c.at.root.Remove(name)
			}
		}
	}
	if !failed {
		return
	}
	for _, c := range slices.Backward(changes) {
		for _, dir := range slices.Backward(c.dirs) {
			_ = c.at.root.Remove(dir)
		}
	}
}

func sameVersion(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

func temporaryName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return ".openprogram-" + hex.EncodeToString(b[:]) + ".tmp"
}
