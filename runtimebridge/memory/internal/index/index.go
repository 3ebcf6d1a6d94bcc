package index

import (
	"database/sql"
	"errors"
	"os"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

// ErrClosed reports a use of an index after Close.
var ErrClosed = errors.New("index: closed")

// Index is an open index. It may be used from many goroutines and beside other
// processes.
type Index struct {
	path string
	file os.FileInfo // of the database when it was opened

	mu sync.RWMutex // read while the database is used, so that Close waits
	db *sql.DB      // nil after Close
}

// Key names a note.
type Key struct {
	Source int // which folder it is from
	Path   string
}

// Status says what a note is to the index.
type Status int

// The statuses. Only a Readable note has passages.
const (
	Readable Status = iota
	TooLarge
	Unreadable
)

// Note is the state in which a note was indexed.
type Note struct {
	Key
	Stamp   folder.Stamp
	Settled bool  // as folder.File has it
	Digest  int64 // of the content
	Status  Status
}

// Document is a note with what is to be found in it.
type Document struct {
	Note
	Shown    string // the path to search by, and to filter by, in normal form C
	Passages []Passage
}

// Passage is a piece of a note, prepared by package words.
type Passage struct{ Path, Heading, Body string }

// Hit is a passage that was found.
type Hit struct {
	Key
	Digest int64 // of the content it was found in
	Number int   // which passage of that content, from 0
}

// numberBits of a rowid count the passages of a note.
const numberBits = 20

// MaxPassages is how many passages of one note are indexed; the rest is not.
const MaxPassages = 1 << numberBits

// Close closes the index. It waits for what is using it.
func (ix *Index) Close() error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.db == nil {
		return nil
	}
	db := ix.db
	ix.db = nil
	return db.Close()
}

// Replaced reports whether the database file is no longer the one that was
// opened: removed, or built anew by another process.
func (ix *Index) Replaced() bool {
	info, err := os.Stat(ix.path)
	return err != nil || !os.SameFile(info, ix.file)
}
