package folder

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
)

// change is one file of a group that is being written.
type change struct {
	Write
	mode      fs.FileMode
	temporary string // holds the new content until it is installed
	installed bool
}

// check reports ErrChanged unless the file is as it was read. What stands in the
// way of a new file and is none itself, such as a link, is ErrPath: to look again
// would not help.
func (c *change) check(root *os.Root) error {
	if c.Old == nil {
		info, err := root.Lstat(c.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err == nil && !info.Mode().IsRegular():
			return ErrPath
		}
		return changed(err)
	}
	info, err := lstat(root, c.Path)
	if err != nil {
		return changed(err)
	}
	if stampOf(info) != c.Old.Stamp {
		return ErrChanged
	}
	return nil
}

// install puts the new content in place in one step. A new file never replaces
// one that has come up meanwhile, where the file system has hard links.
func (c *change) install(root *os.Root) error {
	if c.Old == nil {
		err := root.Link(c.temporary, c.Path)
		if err == nil {
			c.installed = true
			return nil
		}
		if errors.Is(err, fs.ErrExist) {
			return ErrChanged
		}
	}
	if err := root.Rename(c.temporary, c.Path); err != nil {
		return err
	}
	c.installed = true
	return nil
}

// undo puts the old content back. There is nobody to tell if that fails.
func (c *change) undo(root *os.Root) {
	if !c.installed {
		return
	}
	if c.Old == nil {
		_ = root.Remove(c.Path)
		return
	}
	temporary, err := writeTemporary(root, path.Dir(c.Path), c.Old.Content, c.mode)
	if err != nil {
		return
	}
	if root.Rename(temporary, c.Path) != nil {
		_ = root.Remove(temporary)
	}
}

// changed turns a file that is missing, or there, against expectation into
// ErrChanged.
func changed(err error) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return ErrChanged
	}
	return err
}

// writeTemporary writes a hidden file, on disk when it returns, and gives its path.
func writeTemporary(root *os.Root, dir string, content []byte, mode fs.FileMode) (name string, err error) {
	var random [8]byte
	rand.Read(random[:]) // never fails
	name = path.Join(dir, ".openprogram-"+hex.EncodeToString(random[:])+".tmp")
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, file.Close())
		if err != nil {
			_ = root.Remove(name)
		}
	}()
	if _, err := file.Write(content); err != nil {
		return "", err
	}
	if err := file.Chmod(mode); err != nil {
		return "", err
	}
	return name, file.Sync()
}
