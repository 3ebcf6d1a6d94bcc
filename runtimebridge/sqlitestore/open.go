package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The errors of Open, beside store.ErrNewerSchema, store.ErrForeignFile,
// store.ErrDamaged and store.ErrLocked.
var (
	// ErrRelativePath reports a database named by a relative path.
	ErrRelativePath = errors.New("sqlitestore: the path of the database is not absolute")
	// ErrUnsafeFile reports a database that is no regular file of this user.
	ErrUnsafeFile = store.ErrUnsafeFile
	// ErrUnsupported reports a system without POSIX file modes.
	ErrUnsupported = errors.New("sqlitestore: a private database needs POSIX file modes")
)

// openTimeout bounds Open: other processes may be making the same database, or be
// in front of this one in the queue.
const openTimeout = 40 * time.Second

// readers is how many reads run at once.
const readers = 4

// Options configure a Store.
type Options struct {
	Logger *slog.Logger // nil discards
}

// Store is a store.Store in one SQLite database.
type Store struct {
	log   *slog.Logger
	dir   string // where an import may put a temporary file
	write *pool  // nil when the database can only be read
	read  *pool
	file  *databaseFile
	close func() error

	cancelled cancelledTurns
}

var _ store.Store = (*Store)(nil)

// Open opens the database at path, an absolute path, and creates it and its
// directory when they are missing. The caller must Close the store.
//
// Where this user may only read, as on a read-only file system, a database of the
// present schema is opened to be read: every write is store.ErrReadOnly.
func Open(path string, o Options) (*Store, error) {
	if !filepath.IsAbs(path) {
		return nil, ErrRelativePath
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	file, err := claimFile(path)
	if err != nil {
		return nil, explain(withoutPath(err))
	}
	if isRemote(path) {
		o.Logger.Warn("the session database is on a network file system, where it can be damaged")
	}
	s := &Store{log: o.Logger, dir: filepath.Dir(path), file: file, cancelled: cancelledTurns{path + ".cancelled"}}
	s.close = sync.OnceValue(s.disconnect)
	if err := s.connect(path); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// connect opens the connections, bringing the schema up to date in between.
func (s *Store) connect(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
	defer cancel()
	if s.file.readOnly() {
		return s.connectToRead(ctx, path)
	}
	var err error
	if s.write, err = openPool(writerDSN(path), 1); err != nil {
		return err
	}
	if s.write.queue, err = openQueue(path + ".lock"); err != nil {
		return err
	}
	version, err := s.migrate(ctx)
	if err != nil {
		return explain(err)
	}
	if s.read, err = openPool(readerDSN(path), readers); err != nil {
		return err
	}
	if err := s.write.prepare(ctx, version, writeQueries); err != nil {
		return explain(err)
	}
	return explain(s.read.prepare(ctx, version, readQueries))
}

// Close implements store.Store. Calling it again does nothing.
func (s *Store) Close() error { return s.close() }

// disconnect closes the connections. The one that writes goes last: it folds the
// write-ahead log into the database.
func (s *Store) disconnect() error {
	err := errors.Join(s.read.close(), s.write.close())
	s.file.release()
	return err
}

// withoutPath takes the path out of a file error: errors are logged.
func withoutPath(err error) error {
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		return fmt.Errorf("sqlitestore: %s: %w", pathError.Op, pathError.Err)
	}
	return err
}
