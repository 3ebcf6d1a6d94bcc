package store

import (
	"errors"
	"strconv"
)

// The errors of a store. An unknown session is runtimebridge.ErrSessionNotFound.
var (
	// ErrStaleTurn reports a write whose epoch is no longer the session's: the
	// turn was cancelled, repaired or replaced. Nothing was written.
	ErrStaleTurn = errors.New("store: turn is over")
	// ErrDamaged reports stored data that contradicts itself.
	ErrDamaged = errors.New("store: session data is damaged")
	// ErrNewerSchema reports a database of a newer version of the program.
	ErrNewerSchema = errors.New("store: the database was written by a newer version")
	// ErrForeignFile reports a file that is no database of this program. It was
	// left as it is.
	ErrForeignFile = errors.New("store: the file is not a session database")
	// ErrUnsafeFile reports something in the place of the database that is no
	// regular file of this user: a folder, a FIFO, a device, a link.
	ErrUnsafeFile = errors.New("store: the database is not a regular file of this user")
	// ErrReadOnly reports a write where files can only be read. Nothing was
	// written.
	ErrReadOnly = errors.New("store: the database can only be read")
	// ErrNoSpace reports that the disk is full, or the user's share of it.
	// Nothing was written.
	ErrNoSpace = errors.New("store: there is no room left")
	// ErrLocked reports that another process kept the database locked for too
	// long. Nothing was written.
	ErrLocked = errors.New("store: the database is locked by another process")
	// ErrExists reports a new session whose id is already there.
	ErrExists = errors.New("store: session already exists")
	// ErrFull reports a prompt that does not fit its session: see
	// MaxSessionBytes. Nothing was written.
	ErrFull = errors.New("store: session holds as much as it may")
	// ErrInvalid reports a value that a store must not keep: an empty message,
	// a session id that is none, a step that is malformed.
	ErrInvalid = errors.New("store: value is not valid")
)

// LineError reports a line that an import refuses. Nothing was imported. It
// carries no value of the line.
type LineError struct {
	Line    int    // from 1
	Path    string // our name of the place: messages[2].role; empty for the whole line
	Problem string // a constant text
}

// Error names the line, the place and the problem.
func (e *LineError) Error() string {
	text := "line " + strconv.Itoa(e.Line) + ": "
	if e.Path != "" {
		text += e.Path + ": "
	}
	return text + e.Problem
}
