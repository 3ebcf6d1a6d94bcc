package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/atomicfile"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// The failures of the commands for other MCP servers, in words for the owner.
var (
	ErrNoServer       = errors.New("there is no MCP server of this name: openprogram mcp list shows those there are")
	errServerExists   = errors.New("an MCP server of this name exists already")
	errServerName     = errors.New("the name of a server has 1 to 64 of the characters A-Z a-z 0-9 . _ -")
	errServersFile    = errors.New("mcp_servers.json is not a JSON object with a servers object: mend it, or move it away")
	errServersWritten = errors.New("mcp_servers.json cannot be written")
)

const maxServerName = 64 // bytes

// Servers manages the other MCP servers whose tools the owner's agent may use.
// They are never used for clients.
type Servers struct{ Location state.Location }

// Load reads which servers there are, the unusable ones among them.
func (s Servers) Load() (remote.Config, error) {
	c, err := remote.Load(s.path())
	if err != nil {
		return remote.Config{}, errServersFile
	}
	return c, nil
}

// Status starts the servers of a configuration, says how they stand and ends
// them again. What they write to their standard error goes to stderr.
func (s Servers) Status(ctx context.Context, c remote.Config, stderr io.Writer) []remote.Status {
	set := remote.New(remote.Options{Config: c, Version: ThisBuild().Version, Stderr: stderr})
	defer set.Close()
	return set.Status(ctx)
}

func isServerName(name string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
	return name != "" && len(name) <= maxServerName && strings.Trim(name, allowed) == ""
}

// Add adds a server.
func (s Servers) Add(ctx context.Context, name string, server remote.Server) error {
	if !isServerName(name) {
		return errServerName
	}
	return s.change(ctx, "mcp_servers.added", name, func(d *remote.Document) error { return d.Add(name, server) })
}

// Remove takes a server out.
func (s Servers) Remove(ctx context.Context, name string) error {
	return s.change(ctx, "mcp_servers.removed", name, func(d *remote.Document) error { return d.Remove(name) })
}

// SetEnabled turns a server on or off.
func (s Servers) SetEnabled(ctx context.Context, name string, enabled bool) error {
	what := "mcp_servers.disabled"
	if enabled {
		what = "mcp_servers.enabled"
	}
	return s.change(ctx, what, name, func(d *remote.Document) error { return d.SetEnabled(name, enabled) })
}

// change changes the file under a lock and records that.
func (s Servers) change(ctx context.Context, what, name string, change func(*remote.Document) error) error {
	if err := s.Location.Ensure(); err != nil {
		return err
	}
	unlock, err := atomicfile.Lock(s.Location.Path("mcp_servers.lock"))
	if err != nil {
		return errServersWritten
	}
	defer unlock()
	d, err := s.document()
	if err != nil {
		return err
	}
	if err := change(d); err != nil {
		return serverInWords(err)
	}
	return recorded(ctx, s.Location, what, func() (map[string]any, error) {
		data, err := d.Bytes()
		if err == nil {
			err = atomicfile.Replace(s.path(), data)
		}
		if err != nil {
			return nil, errServersWritten
		}
		return map[string]any{"server": name}, nil
	})
}

func (s Servers) document() (*remote.Document, error) {
	d, err := remote.LoadDocument(s.path())
	if err != nil {
		return nil, errServersFile
	}
	return d, nil
}

func (s Servers) path() string { return s.Location.Path(remote.FileName) }

// serverInWords turns an error of a change into a line for the owner.
func serverInWords(err error) error {
	var bad *remote.EntryError
	switch {
	case errors.Is(err, remote.ErrServerExists):
		return errServerExists
	case errors.Is(err, remote.ErrServerMissing):
		return ErrNoServer
	case errors.As(err, &bad):
		return fmt.Errorf("the server cannot be used: %s", bad.Problem)
	}
	return errServersFile
}
