package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Ensure creates the state directory, readable by its owner only whatever the
// umask, unless it is there. A home directory is never created.
func (l Location) Ensure() error {
	parent := filepath.Dir(l.Dir)
	if l.Home == "" {
		if err := os.MkdirAll(parent, 0o700); err != nil {
			return fmt.Errorf("the state directory cannot be created: %v", err)
		}
	}
	switch err := os.Mkdir(l.Dir, 0o700); {
	case errors.Is(err, fs.ErrExist):
		return l.checkDirectory()
	case err != nil:
		return fmt.Errorf("the state directory cannot be created: %v", err)
	}
	// Mkdir applies the umask, which may have taken the owner's own bits.
	if err := os.Chmod(l.Dir, 0o700); err != nil {
		return fmt.Errorf("the state directory cannot be made private: %v", err)
	}
	return nil
}

func (l Location) checkDirectory() error {
	info, err := os.Stat(l.Dir)
	if err != nil {
		return fmt.Errorf("the state directory cannot be read: %v", err)
	}
	if !info.IsDir() {
		return errors.New("the state directory's path is taken by something that is no directory")
	}
	return nil
}

// Writable reports whether this user may make files in the state directory.
func (l Location) Writable() bool { return writable(l.Dir) }

// Private reports whether the state directory exists, is a directory of its own
// (no link), belongs to this user and is closed to everybody else.
func (l Location) Private() bool {
	info, err := os.Lstat(l.Dir)
	return err == nil && info.IsDir() && info.Mode().Perm()&0o077 == 0 && ownedByUs(info)
}
