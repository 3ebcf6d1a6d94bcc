package clients

import "errors"

// ErrUnreadable reports a file that is not of its client's format, or whose form
// leaves no place for an entry.
var ErrUnreadable = errors.New("clients: the file cannot be understood")

// format edits the text of one kind of file.
type format interface {
	// put sets the value at a path of keys, and makes the objects above it. An
	// object that is there keeps the members that the value does not have.
	put(text []byte, path []string, value any) ([]byte, error)
	// get reads the value at a path of keys, as decoders give it, and reports
	// whether it is there.
	get(text []byte, path []string) (any, bool, error)
	// cut removes the value at a path of keys and reports whether it was there.
	cut(text []byte, path []string) ([]byte, bool, error)
}
