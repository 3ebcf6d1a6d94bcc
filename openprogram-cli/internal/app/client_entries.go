package app

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/atomicfile"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// backupSuffix marks the copy that is kept of a client's file before its first
// change and at each one after it.
const backupSuffix = ".before-openprogram"

// ErrClientFile reports a client's file that cannot be read or written. It was
// left as it is.
var ErrClientFile = errors.New("the client's file cannot be read or written: it was left as it is")

// ClientEntries writes and removes this server's entry in the files of clients.
type ClientEntries struct {
	Location state.Location
	Machine  clients.Machine
	Command  string // the absolute path of this program
}

// Change is what a client's file is and what it would become.
type Change struct {
	Path          string
	Before, After []byte
	Existed       bool
}

// Differs reports whether there is anything to write.
func (c Change) Differs() bool { return !bytes.Equal(c.Before, c.After) }

// Entry is this server's entry with a token. A state directory or profile other
// than the usual one goes with it.
func (e ClientEntries) Entry(token string) clients.Entry {
	env := map[string]string{mcpauth.EnvVariable: token}
	if e.Location.Home == "" {
		env[state.DirVariable] = e.Location.Dir
	} else if profile := profileOf(e.Location); profile != "" {
		env[state.ProfileVariable] = profile
	}
	return clients.Entry{Command: e.Command, Args: []string{"mcp", "serve"}, Env: env}
}

// profileOf is the profile that a state directory below the home directory
// belongs to.
func profileOf(l state.Location) string {
	_, profile, _ := strings.Cut(filepath.Base(l.Dir), ".openprogram-")
	return profile
}

// Token is the stored token; there is a new one if there was none.
func (e ClientEntries) Token(ctx context.Context) (token mcpauth.Token, created bool, err error) {
	token, err = mcpauth.Stored(mcpauth.Location(e.Location))
	if errors.Is(err, mcpauth.ErrNoToken) {
		token, err = Tokens{Location: e.Location}.Create(ctx)
		return token, err == nil, err
	}
	return token, false, err
}

// Adding says what adding the entry would change. clients.ErrUnreadable if the
// file cannot be understood.
func (e ClientEntries) Adding(c clients.Client, entry clients.Entry) (Change, error) {
	change, err := e.read(c)
	if err != nil {
		return change, err
	}
	change.After, err = c.Add(change.Before, entry)
	return change, err
}

// Removing says what removing the entry would change.
func (e ClientEntries) Removing(c clients.Client) (Change, error) {
	change, err := e.read(c)
	if err != nil {
		return change, err
	}
	change.After, _, err = c.Remove(change.Before)
	return change, err
}

func (e ClientEntries) read(c clients.Client) (Change, error) {
	change := Change{Path: c.Path(e.Machine)}
	text, err := os.ReadFile(change.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return change, nil
	case err != nil:
		return change, ErrClientFile
	}
	change.Before, change.Existed = text, true
	return change, nil
}

// Apply writes a change. The file holds a token, so that nobody but its owner
// may read it afterwards; a copy of what it was stays beside it.
func (e ClientEntries) Apply(change Change) error {
	if err := os.MkdirAll(filepath.Dir(change.Path), 0o755); err != nil {
		return ErrClientFile
	}
	if change.Existed {
		if err := atomicfile.ReplacePrivate(change.Path+backupSuffix, change.Before); err != nil {
			return ErrClientFile
		}
	}
	if err := atomicfile.ReplacePrivate(change.Path, change.After); err != nil {
		return ErrClientFile
	}
	return nil
}

// ClientState is how one client stands.
type ClientState struct {
	Client    clients.Client
	Path      string
	Present   bool // its file or the folder of it exists
	Installed bool
	Readable  bool
}

// States says of every writable client whether it is there and has the entry.
func (e ClientEntries) States() []ClientState {
	var out []ClientState
	for _, c := range clients.All() {
		if !c.Writable {
			continue
		}
		s := ClientState{Client: c, Path: c.Path(e.Machine), Readable: true}
		change, err := e.read(c)
		if err == nil {
			s.Installed, err = c.Has(change.Before)
		}
		s.Readable = err == nil
		s.Present = change.Existed || !s.Readable || e.hasFolder(s.Path)
		out = append(out, s)
	}
	return out
}

// hasFolder reports whether the client has made its own folder for the file.
// The home directory is no sign of a client.
func (e ClientEntries) hasFolder(path string) bool {
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	return dir != e.Machine.Home && err == nil && info.IsDir()
}

// ThisProgram is the absolute path by which a client should start this program:
// the one it was called by, when that leads here, since the place a link points
// to may move at the next upgrade.
func ThisProgram(called string, look func(string) (string, error)) (string, error) {
	real, err := os.Executable()
	if err != nil {
		return "", err
	}
	real, err = filepath.EvalSymlinks(real)
	if err != nil {
		return "", err
	}
	named, err := look(called)
	if err != nil {
		return real, nil
	}
	if named, err = filepath.Abs(named); err != nil {
		return real, nil
	}
	if target, err := filepath.EvalSymlinks(named); err != nil || target != real {
		return real, nil
	}
	return named, nil
}
