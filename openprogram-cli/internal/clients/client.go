package clients

import (
	"slices"
	"strings"
	"time"
)

// Entry is how a client starts the server.
type Entry struct {
	Name    string // its key in the client's file
	Command string // absolute
	Args    []string
	Env     map[string]string
	// CallLimit is how long the client should wait for an answer. It goes into a
	// new entry of a client that has a place for it.
	CallLimit time.Duration
}

// Client is an MCP client and its configuration file.
type Client struct {
	ID    string // for the command line
	Title string // for people
	// Writable reports whether the entry can be written. Of the others it is
	// only known how the entry looks.
	Writable bool
	// Restart is what to do so that the client sees a change.
	Restart string

	format format
	path   []string        // the keys above our entry
	list   bool            // the entries are a list and not an object with their names
	shape  func(Entry) any // the entry in this client's form
	limit  func(time.Duration) member
	file   func(Machine) string
	// reference is the pattern of what this client replaces in a variable's value
	// before it starts a server; empty if it does not.
	reference string
	// elsewhere are the keys of an entry by which the client takes variables from
	// another place.
	elsewhere []string
}

// Path is the client's file for the user on this machine.
func (c Client) Path(m Machine) string { return c.file(m) }

// Snippet is our entry as it would stand in an otherwise empty file.
func (c Client) Snippet(e Entry) string {
	text, err := c.format.put(nil, c.keys(e.Name), c.value(e))
	if err != nil {
		panic("clients: the entry of " + c.ID + " cannot be written: " + err.Error()) // a fault of the table
	}
	return strings.TrimRight(string(text), "\n") + "\n"
}

// Add gives the text of the client's file with our entry in it. The rest of the
// text is as it was; in an entry of ours, so is what its owner has added to it,
// and how the client is led to a variable that it looks up. What means the same
// already is not written anew. An error is a text that cannot be understood, and
// a reason to leave the file alone.
func (c Client) Add(text []byte, e Entry) ([]byte, error) {
	found, there, err := c.Read(text, e.Name)
	if err != nil {
		return nil, err
	}
	if there && found.remote {
		if text, _, err = c.format.cut(text, c.keys(e.Name)); err != nil {
			return nil, err
		}
	} else if there {
		e = e.over(found)
	}
	return c.format.put(text, c.keys(e.Name), c.value(e))
}

// Remove gives the text without the entry of this name, and whether there was
// one.
func (c Client) Remove(text []byte, name string) ([]byte, bool, error) {
	return c.format.cut(text, c.keys(name))
}

func (c Client) keys(name string) []string {
	if c.list {
		return c.path
	}
	return append(slices.Clone(c.path), name)
}

// value is the entry in the client's form, with the limit if it has one.
func (c Client) value(e Entry) any {
	value := c.shape(e)
	if object, ok := value.(members); ok && c.limit != nil && e.CallLimit > 0 {
		return append(object, c.limit(e.CallLimit))
	}
	return value
}
