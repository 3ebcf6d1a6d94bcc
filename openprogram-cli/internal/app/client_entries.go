package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/atomicfile"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// backupSuffix marks the copy that is kept of a client's file before its first
// change and at each one after it.
const backupSuffix = ".before-openprogram"

// ErrClientFile reports a client's file that cannot be read or written. It was
// left as it is.
var ErrClientFile = errors.New("cannot be read or written and was left as it is: it has to be a file of yours, and its folder yours too")

// ErrClientChanged reports a client's file that was written by somebody else
// while it was being changed.
var ErrClientChanged = errors.New("was changed meanwhile and left as it is: close the client and try again")

// ClientEntries writes and removes this server's entry in the files of clients.
type ClientEntries struct {
	Location state.Location
	Machine  clients.Machine
	Command  string // the absolute path of this program
	// CallLimit is how long a client should wait for an answer.
	CallLimit time.Duration
}

// Change is what a client's file is and what it would become.
type Change struct {
	Path          string
	Before, After []byte
	Existed       bool
}

// Differs reports whether there is anything to write.
func (c Change) Differs() bool { return !bytes.Equal(c.Before, c.After) }

// entryName is the key of our entry in the files of clients.
const entryName = "openprogram"

// Name is the key of the entry: a profile has one of its own, so that a client
// can have several.
func (e ClientEntries) Name() string {
	if profile := profileOf(e.Location); profile != "" {
		return entryName + "-" + profile
	}
	return entryName
}

// fault says which file an error is about.
func (c Change) fault(err error) error { return fmt.Errorf("%s %w", c.Path, err) }

// Entry is this server's entry with a token. A state directory or profile other
// than the usual one goes with it.
func (e ClientEntries) Entry(token string) clients.Entry {
	env := map[string]string{mcpauth.EnvVariable: token}
	if e.Location.Home == "" {
		env[state.DirVariable] = e.Location.Dir
	} else if profile := profileOf(e.Location); profile != "" {
		env[state.ProfileVariable] = profile
	}
	return clients.Entry{Name: e.Name(), Command: e.Command, Args: []string{"mcp", "serve"}, Env: env, CallLimit: e.CallLimit}
}

// profileOf is the profile that a state directory belongs to, or "".
func profileOf(l state.Location) string {
	if l.Home == "" {
		return "" // named outright
	}
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
	change.After, _, err = c.Remove(change.Before, e.Name())
	return change, err
}

// maxClientFile is more than any client's file has: some keep a history in it.
const maxClientFile = 256 << 20

func (e ClientEntries) read(c clients.Client) (Change, error) {
	change := Change{Path: c.Path(e.Machine)}
	info, err := os.Stat(change.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return change, nil
	case err != nil || !info.Mode().IsRegular() || info.Size() > maxClientFile:
		return change, change.fault(ErrClientFile) // opening a FIFO would wait for a writer
	}
	if change.Before, err = os.ReadFile(change.Path); err != nil {
		return change, change.fault(ErrClientFile)
	}
	change.Existed = true
	return change, nil
}

// Apply writes a change. The file holds a token, so that nobody but its owner
// may read it afterwards; a copy of what it was stays beside it. What a client
// has written meanwhile is not lost: then nothing is written.
func (e ClientEntries) Apply(change Change) error {
	now, err := os.ReadFile(change.Path)
	if change.Existed != (err == nil) || !bytes.Equal(now, change.Before) {
		return change.fault(ErrClientChanged)
	}
	if err := os.MkdirAll(filepath.Dir(change.Path), 0o755); err != nil {
		return change.fault(ErrClientFile)
	}
	if change.Existed {
		if err := atomicfile.ReplacePrivate(change.Path+backupSuffix, change.Before); err != nil {
			return change.fault(ErrClientFile)
		}
	}
	if err := atomicfile.ReplacePrivate(change.Path, change.After); err != nil {
		return change.fault(ErrClientFile)
	}
	return nil
}

// patience is what a client should wait beyond the time that a prompt may take,
// so that its outcome still arrives.
const patience = 30 * time.Second

// CallLimit is how long a client should wait for an answer, by the settings that
// are in force; 0 when they cannot be read.
func CallLimit(f config.File) time.Duration {
	c, err := f.Load()
	if err != nil {
		return 0
	}
	return c.MCPServer.TurnTimeout + patience
}
