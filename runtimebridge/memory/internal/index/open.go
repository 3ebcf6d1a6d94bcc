package index

import (
	"context"
	"database/sql"
	_ "embed" // for the schema
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed schema.sql
var schema string

// version is raised whenever the schema, the way notes are cut or the way words
// are split changes: an index of another version, older or newer, is built anew.
const version = 2

// ErrNotRegular reports something in place of the database that is no file.
var ErrNotRegular = errors.New("index: the database is not a regular file")

// errUnusable reports a database that is not the index of that folder.
var errUnusable = errors.New("index: the database is of another version or folder")

// Open opens the index of a folder at a path, both absolute. One that is
// missing, damaged, of another version or of another folder is made anew, empty;
// rebuilt tells. Nobody else may open or remove it meanwhile. The directory is created 0700, the database 0600.
func Open(ctx context.Context, path, folder string) (ix *Index, rebuilt bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, false, err
	}
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		// What is left of an index that was removed belongs to no other one.
		if err := Remove(path); err != nil {
			return nil, false, err
		}
	}
	ix, err = open(ctx, path, folder)
	if !Damaged(err) && !errors.Is(err, errUnusable) {
		return ix, false, err
	}
	if err := Remove(path); err != nil {
		return nil, false, err
	}
	ix, err = open(ctx, path, folder)
	return ix, true, err
}

// Remove removes an index. One that is not there is no error.
func Remove(path string) error {
	var failed error
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// Damaged reports whether an error of this package means that the database is
// damaged or no database at all.
func Damaged(err error) bool {
	code := resultCode(err)
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

func isBusy(err error) bool {
	code := resultCode(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// resultCode is SQLite's primary result code, 0 when err has none.
func resultCode(err error) int {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return 0
	}
	return failure.Code() & 0xff
}

func open(ctx context.Context, path, folder string) (*Index, error) {
	info, err := createFile(path)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	ix := &Index{path: path, file: info, db: db}
	if err := ix.prepare(ctx, folder); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return ix, nil
}

// createFile makes an empty private file, which to SQLite is a new database.
func createFile(path string) (os.FileInfo, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = file.Close()
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	return info, err
}

// dataSource names the database and what each connection is set to. Characters
// that mean something in a URI are escaped.
func dataSource(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	settings := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			"busy_timeout(5000)", "journal_mode(wal)", "synchronous(normal)", "temp_store(memory)",
			"journal_size_limit(67108864)",
		},
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}).String()
}

// prepare checks a database, or makes it the index of the folder if it is empty.
func (ix *Index) prepare(ctx context.Context, folder string) error {
	return ix.write(ctx, func(tx *sql.Tx) error {
		var tables, found int
		var of string
		err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM sqlite_schema), user_version FROM pragma_user_version`).
			Scan(&tables, &found)
		if err != nil {
			return err
		}
		if tables == 0 && found == 0 {
			return create(ctx, tx, folder)
		}
		if found != version {
			return errUnusable
		}
		if err := tx.QueryRowContext(ctx, `SELECT folder FROM origin`).Scan(&of); err != nil {
			return errors.Join(errUnusable, err)
		}
		if of != folder {
			return errUnusable
		}
		return nil
	})
}

func create(ctx context.Context, tx *sql.Tx, folder string) error {
	statements := schema + fmt.Sprintf("PRAGMA user_version = %d;", version)
	if _, err := tx.ExecContext(ctx, statements); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO origin VALUES (?, ?)`, folder, time.Now().Unix())
	return err
}
