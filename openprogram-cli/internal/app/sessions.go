package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The failures of the session commands, in words for the owner.
var (
	ErrNoSession    = errors.New("session not found: openprogram sessions list shows those there are")
	errReadOnly     = errors.New("the sessions can only be read: the state directory is read-only")
	errNoRoom       = errors.New("there is no room left on the disk")
	errNotOurs      = errors.New("sessions.db in the state directory is not a session database of yours: move it away, or restore it from a backup")
	errNewerSchema  = errors.New("the sessions were written by a newer version of openprogram: update this one")
	errLocked       = errors.New("another process holds the sessions: try again")
	errDamaged      = errors.New("sessions.db in the state directory is damaged: restore it from a backup")
	errNotWritten   = errors.New("the file could not be written")
	errNotReadable  = errors.New("the file could not be read")
	errUnknownStore = errors.New("sessions.db in the state directory cannot be used: openprogram mcp doctor checks the rest")
)

// AllSessions lists sessions with what the owner may know of them, archived ones
// included if asked for. limit 0 means all.
func (o *Owner) AllSessions(ctx context.Context, limit int, archived bool) ([]store.Session, error) {
	sessions, err := o.store(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := sessions.Sessions(ctx, store.Query{Limit: limit, Archived: archived})
	return rows, inWords(err)
}

// History gives a session's row and its active branch with all steps.
func (o *Owner) History(ctx context.Context, id string) (store.Session, []store.Message, error) {
	sessions, err := o.store(ctx)
	if err != nil {
		return store.Session{}, nil, err
	}
	row, err := sessions.Session(ctx, id)
	if err != nil {
		return store.Session{}, nil, inWords(err)
	}
	messages, err := sessions.History(ctx, id)
	return row, messages, inWords(err)
}

// Export writes sessions as JSON Lines; no ids means all.
func (o *Owner) Export(ctx context.Context, w io.Writer, ids ...string) (int, error) {
	sessions, err := o.store(ctx)
	if err != nil {
		return 0, err
	}
	count, err := sessions.Export(ctx, w, ids...)
	return count, inWords(err)
}

// ExportFile writes sessions to a file that takes the place of what was there
// only when it is complete. It is readable by its owner only.
func (o *Owner) ExportFile(ctx context.Context, path string, ids ...string) (int, error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".export-*.jsonl") // mode 0600
	if err != nil {
		return 0, named(path, errNotWritten)
	}
	defer os.Remove(temp.Name())
	defer temp.Close()
	count, err := o.Export(ctx, temp, ids...)
	if err != nil {
		return 0, err
	}
	if temp.Sync() != nil || temp.Close() != nil || os.Rename(temp.Name(), path) != nil {
		return 0, named(path, errNotWritten)
	}
	return count, nil
}

// ImportOptions say how sessions are imported.
type ImportOptions struct {
	Replace bool           // overwrite those that are there
	Report  func(done int) // told now and then how many have been read; may be nil
}

// Import reads JSON Lines: all of them or, when one is wrong, none. Sessions
// that are there already are skipped, or replaced unless a turn runs in them.
func (o *Owner) Import(ctx context.Context, r io.Reader, i ImportOptions) (store.Imported, error) {
	sessions, err := o.store(ctx)
	if err != nil {
		return store.Imported{}, err
	}
	done, err := sessions.Import(ctx, r, store.ImportOptions{Replace: i.Replace, Report: i.Report, Busy: o.in.engine.Busy})
	return done, inWords(err)
}

// ImportFile is Import from a file.
func (o *Owner) ImportFile(ctx context.Context, path string, i ImportOptions) (store.Imported, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return store.Imported{}, named(path, errNotReadable)
	}
	f, err := os.Open(path)
	if err != nil {
		return store.Imported{}, named(path, errNotReadable)
	}
	defer f.Close()
	return o.Import(ctx, f, i)
}

// named says which of the owner's own files an error is about.
func named(path string, err error) error { return fmt.Errorf("%s: %w", path, err) }

func (o *Owner) store(ctx context.Context) (store.Store, error) {
	sessions, err := o.in.engine.Store(ctx)
	return sessions, inWords(err)
}

// inWords turns an error of the store into a line for the owner.
func inWords(err error) error {
	var line *store.LineError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &line):
		return line
	case errors.Is(err, runtimebridge.ErrSessionNotFound):
		return ErrNoSession
	case errors.Is(err, store.ErrNewerSchema):
		return errNewerSchema
	case errors.Is(err, store.ErrLocked):
		return errLocked
	case errors.Is(err, store.ErrReadOnly):
		return errReadOnly
	case errors.Is(err, store.ErrNoSpace):
		return errNoRoom
	case errors.Is(err, store.ErrForeignFile), errors.Is(err, store.ErrUnsafeFile):
		return errNotOurs
	case errors.Is(err, store.ErrDamaged):
		return errDamaged
	}
	return errUnknownStore
}
