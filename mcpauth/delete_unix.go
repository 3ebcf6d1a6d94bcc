//go:build unix && !aix

package mcpauth

import (
	"errors"
	"io/fs"
)

// remove takes the token's name away, whatever has it but a directory.
func (v vault) remove(loc Location) error {
	d, err := v.openExisting(loc)
	if err != nil {
		return err
	}
	defer d.close()
	named, err := d.root.Lstat(FileName)
	if err != nil {
		return noToken(err)
	}
	if named.IsDir() {
		return d.tokenFault(FindingTokenType)
	}
	d.at(fileNamed)
	if err := d.root.Remove(FileName); err != nil {
		return noToken(err)
	}
	return d.sync()
}

// openExisting opens the state directory. Where there is none, there is no token.
func (v vault) openExisting(loc Location) (*directory, error) {
	d, err := v.open(loc)
	var f *fault
	if errors.As(err, &f) && f.code == FindingDirectoryMissing {
		return nil, ErrNoToken
	}
	return d, err
}

func noToken(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoToken
	}
	return err
}
