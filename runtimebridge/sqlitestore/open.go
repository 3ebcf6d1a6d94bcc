package sqlitestore

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	_ "modernc.org/sqlite"
)

// Options configure a Store.
type Options struct {
	Logger *slog.Logger // nil discards
}

// Store is a store.Store in one SQLite database.
type Store struct{}

var _ store.Store = (*Store)(nil)

// Open opens the database at path, an absolute path, and creates it when it is missing.
func Open(path string, o Options) (*Store, error) { return nil, errors.ErrUnsupported }

// Sessions implements store.Store.
func (s *Store) Sessions(context.Context, store.Query) ([]store.Session, error) {
	return nil, errors.ErrUnsupported
}

// Session implements store.Store.
func (s *Store) Session(context.Context, string) (store.Session, error) {
	return store.Session{}, errors.ErrUnsupported
}

// Branch implements store.Store.
func (s *Store) Branch(context.Context, string) ([]runtimebridge.Message, error) {
	return nil, errors.ErrUnsupported
}

// History implements store.Store.
func (s *Store) History(context.Context, string) ([]store.Message, error) {
	return nil, errors.ErrUnsupported
}

// Begin implements store.Store.
func (s *Store) Begin(context.Context, store.BeginTurn) (store.Turn, error) {
	return store.Turn{}, errors.ErrUnsupported
}

// AppendStep implements store.Store.
func (s *Store) AppendStep(context.Context, store.Turn, store.Step) error {
	return errors.ErrUnsupported
}

// Finish implements store.Store.
func (s *Store) Finish(context.Context, store.Turn, store.Ending) error {
	return errors.ErrUnsupported
}

// Rename implements store.Store.
func (s *Store) Rename(context.Context, string, string) error { return errors.ErrUnsupported }

// SetArchived implements store.Store.
func (s *Store) SetArchived(context.Context, string, bool) error { return errors.ErrUnsupported }

// Delete implements store.Store.
func (s *Store) Delete(context.Context, string) error { return errors.ErrUnsupported }

// Export implements store.Store.
func (s *Store) Export(context.Context, io.Writer, ...string) (int, error) {
	return 0, errors.ErrUnsupported
}

// Import implements store.Store.
func (s *Store) Import(context.Context, io.Reader, store.ImportOptions) (store.Imported, error) {
	return store.Imported{}, errors.ErrUnsupported
}

// Close implements store.Store.
func (s *Store) Close() error { return nil }
