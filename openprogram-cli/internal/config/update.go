package config

import (
	"errors"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/atomicfile"
)

var (
	// errNotWritten covers every failure of the file system: the file is as it was.
	errNotWritten = &Error{Problem: "config.json cannot be written"}

	errNoLocks = &Error{Problem: "settings cannot be changed by command on this system: edit config.json"}
)

// update changes the file under a lock that all processes share. The new file
// replaces the old one in one step; a crash leaves one or the other.
func (f File) update(change func(tree map[string]any) error) error {
	unlock, err := atomicfile.Lock(f.sibling("config.lock"))
	if errors.Is(err, errors.ErrUnsupported) {
		return errNoLocks
	}
	if err != nil {
		return errNotWritten
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
	if atomicfile.Replace(f.Path, data) != nil {
		return errNotWritten
	}
	return nil
}
