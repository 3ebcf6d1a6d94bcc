package clients

import (
	"path/filepath"
	"strings"
)

// Name is the key of our entry in every client's file.
const Name = "openprogram"

// Entry is how a client starts the server.
type Entry struct {
	Command string // absolute
	Args    []string
	Env     map[string]string
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
	shape  func(Entry) any // the entry in this client's form
	file   func(Machine) string
}

// Machine is what the places of files depend on.
type Machine struct {
	OS     string // as runtime.GOOS
	Home   string
	Getenv func(string) string
}

// appData is where desktop programs keep their settings.
func (m Machine) appData() string {
	switch m.OS {
	case "darwin":
		return filepath.Join(m.Home, "Library", "Application Support")
	case "windows":
		if dir := m.Getenv("APPDATA"); dir != "" {
			return dir
		}
		return filepath.Join(m.Home, "AppData", "Roaming")
	default:
		return m.config()
	}
}

// config is where programs of the terminal keep their settings.
func (m Machine) config() string {
	if dir := m.Getenv("XDG_CONFIG_HOME"); m.OS != "windows" && filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(m.Home, ".config")
}

// Path is the client's file for the user on this machine.
func (c Client) Path(m Machine) string { return c.file(m) }

// Snippet is our entry as it would stand in an otherwise empty file.
func (c Client) Snippet(e Entry) string {
	text, err := c.format.put(nil, c.path, c.shape(e))
	if err != nil {
		panic("clients: the entry of " + c.ID + " cannot be written: " + err.Error()) // a fault of the table
	}
	return strings.TrimRight(string(text), "\n") + "\n"
}

// Add gives the text of the client's file with our entry in it. The rest of the
// text is as it was; in an entry of ours, so is what its owner has added to it.
// What means the same already is not written anew. An error is a text that
// cannot be understood, and a reason to leave the file alone.
func (c Client) Add(text []byte, e Entry) ([]byte, error) {
	return c.format.put(text, c.path, c.shape(e))
}

// Remove gives the text without our entry, and whether there was one.
func (c Client) Remove(text []byte) ([]byte, bool, error) { return c.format.cut(text, c.path) }

// Has reports whether our entry is in the text.
func (c Client) Has(text []byte) (bool, error) {
	_, there, err := c.format.cut(text, c.path)
	return there, err
}
