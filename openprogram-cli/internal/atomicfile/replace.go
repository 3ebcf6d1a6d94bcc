package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace makes data the whole content of a file. It writes through a link, as
// kept by people who manage their settings elsewhere, and keeps the mode of what
// it replaces; a new file has mode 0600. A link that leads nowhere is an error.
func Replace(path string, data []byte) error {
	target, mode, err := targetOf(path)
	if err != nil {
		return err
	}
	return replace(target, mode, data)
}

// ReplacePrivate is Replace for data that only the file's owner may read: the
// mode is 0600 afterwards, whatever it was.
func ReplacePrivate(path string, data []byte) error {
	target, _, err := targetOf(path)
	if err != nil {
		return err
	}
	return replace(target, 0o600, data)
}

func replace(target string, mode fs.FileMode, data []byte) error {
	dir := filepath.Dir(target)
	temp, err := os.CreateTemp(dir, "."+filepath.Base(target)+"-*") // mode 0600
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

// targetOf is the file that a write replaces, and the mode it shall have.
func targetOf(path string) (string, fs.FileMode, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, dangling := os.Lstat(path); dangling == nil {
			return "", 0, err
		}
		return path, 0o600, nil
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
