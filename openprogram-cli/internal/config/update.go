package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// errNotWritten covers every failure of the file system: the file is as it was.
var errNotWritten = &Error{Problem: "config.json cannot be written"}

// update changes the file under a lock that all processes share. The new file
// replaces the old one in one step; a crash leaves one or the other.
func (f File) update(change func(tree map[string]any) error) error {
	unlock, err := lock(f.sibling("config.lock"))
	if err != nil {
		return err
	}
	defer unlock()
	tree, err := f.decoded()
	if err != nil {
		return err
	}
	if err := change(tree); err != nil {
		return err
	}
	data, err := encode(tree)
	if err != nil {
		return errNotWritten
	}
	if f.replace(data) != nil {
		return errNotWritten
	}
	return nil
}

// replace writes through a link, as kept by people who manage their settings
// elsewhere, and keeps the mode of what it replaces.
func (f File) replace(data []byte) error {
	target, mode, err := f.target()
	if err != nil {
		return err
	}
	dir := filepath.Dir(target)
	temp, err := os.CreateTemp(dir, ".config-*.json") // mode 0600
	if err != nil {
		return err
	}
	err = fill(temp, data, mode)
	if err == nil {
		err = os.Rename(temp.Name(), target)
	}
	if err != nil {
		os.Remove(temp.Name())
		return err
	}
	return syncDir(dir)
}

// target is the file that a write replaces, and the mode it shall have.
func (f File) target() (string, fs.FileMode, error) {
	real, err := filepath.EvalSymlinks(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, dangling := os.Lstat(f.Path); dangling == nil {
			return "", 0, err
		}
		return f.Path, 0o600, nil
	}
	if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", 0, err
	}
	return real, info.Mode().Perm(), nil
}

func fill(file *os.File, data []byte, mode fs.FileMode) error {
	_, err := file.Write(data)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
