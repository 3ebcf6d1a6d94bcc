package sqlitestore

import (
	"errors"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// explain turns the errors of the driver and of the system that a caller can act
// upon into the store's.
func explain(err error) error {
	switch {
	case errors.Is(err, syscall.EROFS):
		return store.ErrReadOnly
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return store.ErrNoSpace
	}
	var driverError *sqlite.Error
	if !errors.As(err, &driverError) {
		return err
	}
	if driverError.Code() == sqlite3.SQLITE_IOERR_SHMSIZE { // the index of the log could not grow
		return store.ErrNoSpace
	}
	switch primary := driverError.Code() & 0xff; primary {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return store.ErrLocked
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return store.ErrDamaged
	case sqlite3.SQLITE_READONLY:
		return store.ErrReadOnly
	case sqlite3.SQLITE_FULL:
		return store.ErrNoSpace
	default:
		return err
	}
}
