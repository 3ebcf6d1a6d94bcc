//go:build unix && !aix

package mcpauth

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// make creates what is missing of the way to path, each directory 0700 whatever
// the umask, and only in a directory that is ours and that nobody else can write.
func (v vault) make(path string) error {
	points := waypoints(path)
	for i, point := range points {
		if _, err := os.Lstat(point); err == nil || !errors.Is(err, fs.ErrNotExist) {
			continue // walk judges what is there
		}
		v.at(childMissing)
		if err := v.makeChild(points[i-1], filepath.Base(point)); err != nil {
			return err
		}
	}
	return nil
}

func (v vault) makeChild(path, name string) error {
	parent, err := v.openParent(path)
	if err != nil {
		return err
	}
	defer parent.close()
	if err := parent.root.Mkdir(name, 0o700); errors.Is(err, fs.ErrExist) {
		return nil // somebody was faster; walk judges what is there
	} else if err != nil {
		return &fault{code: FindingDirectoryUnreadable, path: path}
	}
	if err := parent.root.Chmod(name, 0o700); err != nil {
		return &fault{code: FindingDirectoryUnreadable, path: path}
	}
	return parent.sync()
}

// openParent opens a directory that a new one may be made in.
func (v vault) openParent(path string) (*directory, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, &fault{code: FindingDirectoryUnreadable, path: path}
	}
	d := &directory{vault: v, path: path, root: root}
	named, err := os.Lstat(path)
	held, heldErr := root.Stat(".")
	switch {
	case err != nil || heldErr != nil || !os.SameFile(named, held):
		err = &fault{code: FindingDirectoryChanged, path: path}
	case ownerOf(held) != v.uid:
		err = &fault{code: FindingDirectoryOwner, path: path}
	case held.Mode().Perm()&0o022 != 0:
		err = &fault{code: FindingDirectoryWritable, path: path}
	}
	if err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}
