package sqlitestore

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// explain turns the driver's errors that a caller can act upon into the store's.
func explain(err error) error {
	var driverError *sqlite.Error
	if !errors.As(err, &driverError) {
		return err
	}
	switch primary := driverError.Code() & 0xff; primary {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return store.ErrLocked
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return store.ErrDamaged
	default:
		return err
	}
}
