package sqlitestore

import (
	"encoding/binary"
	"io"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The parts of a SQLite header that say whose file it is.
const (
	headerMagic       = "SQLite format 3\x00"
	headerSize        = 100
	headerVersion     = 60
	headerApplication = 68
)

// The parts of a rollback journal that say what it would restore.
const (
	journalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
	journalPages = 16 // of the database, before the transaction
	journalSize  = 20
)

// inspectHeader refuses a file that is not ours before SQLite sees it, since
// SQLite may change a file by opening it. An empty file may become ours.
func inspectHeader(r io.Reader, size int64) error {
	if size == 0 {
		return nil
	}
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(r, header); err != nil || string(header[:len(headerMagic)]) != headerMagic {
		return store.ErrForeignFile
	}
	if binary.BigEndian.Uint32(header[headerApplication:]) != applicationID {
		return store.ErrForeignFile
	}
	scripts, err := migrationScripts()
	if err != nil {
		return err
	}
	if binary.BigEndian.Uint32(header[headerVersion:]) > uint32(len(scripts)) {
		return store.ErrNewerSchema
	}
	return nil
}

// restoresNothing reports whether a rollback journal would empty the database
// beside it: making that was interrupted. SQLite has to finish this first, and
// what is in the database until then says nothing.
func restoresNothing(journal io.Reader) bool {
	header := make([]byte, journalSize)
	if _, err := io.ReadFull(journal, header); err != nil || string(header[:len(journalMagic)]) != journalMagic {
		return false
	}
	return binary.BigEndian.Uint32(header[journalPages:]) == 0
}
