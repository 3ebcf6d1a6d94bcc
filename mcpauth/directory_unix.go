//go:build unix && !aix

package mcpauth

import (
	"os"
)

// directory is the state directory, held open: what is done through it happens
// in the directory that was checked, whatever its path means by then.
type directory struct {
	vault
	path string
	root *os.Root
}

// open checks the way to the state directory and opens it.
func (v vault) open(loc Location) (*directory, error) {
	path, err := loc.resolve()
	if err != nil {
		return nil, err
	}
	return v.openPath(path)
}

func (v vault) openPath(path string) (*directory, error) {
	if err := v.walk(path); err != nil {
		return nil, err
	}
	v.at(wayChecked)
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, &fault{code: FindingDirectoryUnreadable, path: path}
	}
	d := &directory{vault: v, path: path, root: root}
	if err := d.recheck(); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *directory) close() { _ = d.root.Close() }

// recheck makes sure that the path still leads, as safely as before, to the
// directory that is held open.
func (d *directory) recheck() error {
	if err := d.walk(d.path); err != nil {
		return err
	}
	named, err := os.Lstat(d.path)
	held, heldErr := d.root.Stat(".")
	if err != nil || heldErr != nil || !os.SameFile(named, held) {
		return &fault{code: FindingDirectoryChanged, path: d.path}
	}
	return nil
}

// sync makes the names in the directory durable.
func (d *directory) sync() error {
	f, err := d.root.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	return d.flush(f)
}
