package sqlitestore

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// pragmas are set on every connection. They go into the connection string, since
// a PRAGMA statement would reach one connection of the pool only. The write-ahead
// log is a property of the file: migrate sets it.
var pragmas = []string{
	"busy_timeout(5000)",
	"foreign_keys(1)",
	"synchronous(FULL)",
	"fullfsync(1)", // where a sync alone stops at the drive's cache
	"temp_store(MEMORY)",
	"journal_size_limit(16777216)",
}

// writerDSN names the database for the connection that writes.
func writerDSN(path string) string {
	return dsn(path, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas})
}

// readerDSN names it for those that read.
func readerDSN(path string) string {
	return dsn(path, url.Values{"_pragma": append([]string{"query_only(1)"}, pragmas...)})
}

// readOnlyDSN names it where nothing can be written. SQLite wants to make files
// beside a database with a write-ahead log, unless it is told that nothing changes.
func readOnlyDSN(path string, settled bool) string {
	query := url.Values{"_pragma": append([]string{"query_only(1)"}, pragmas...), "mode": {"ro"}}
	if settled {
		query.Set("immutable", "1")
	}
	return dsn(path, query)
}

// settled reports whether all that a database holds is in its own file, and
// nobody has it open. Then none of the files beside it is there.
func settled(path string) bool {
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Lstat(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// dsn is a SQLite URI. The path is escaped, so that one with ? or # or % in it
// means the file of that name; mode=rw, unless another mode is given, leaves creating the file to us.
func dsn(path string, query url.Values) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/...
	}
	if !query.Has("mode") {
		query.Set("mode", "rw")
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String()
}
