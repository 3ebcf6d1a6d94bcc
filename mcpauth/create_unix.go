//go:build unix && !aix

package mcpauth

import (
	"errors"
	"io/fs"
)

// create publishes a new token by a hard link: unlike a rename, it cannot
// replace what is there.
func (v vault) create(loc Location) (string, error) {
	path, err := loc.resolve()
	if err != nil {
		return "", err
	}
	if err := v.make(path); err != nil {
		return "", err
	}
	d, err := v.openPath(path)
	if err != nil {
		return "", err
	}
	defer d.close()
	n, err := d.newDraft()
	if err != nil {
		return "", err
	}
	defer n.discard()
	if err := n.link(); err != nil {
		return "", err
	}
	return n.secret, nil
}

func (n *draft) link() error {
	err := n.dir.root.Link(n.name, FileName)
	if errors.Is(err, fs.ErrExist) {
		return ErrTokenExists
	}
	if err != nil {
		return err
	}
	n.dir.at(tokenNamed)
	n.discard()
	if err := n.confirm(); err != nil {
		n.withdraw()
		return err
	}
	return nil
}
