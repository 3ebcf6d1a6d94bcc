package memory

import "errors"

// The errors that a caller can tell apart.
var (
	// ErrNotFound reports a note, section, line or record that is not there.
	ErrNotFound = errors.New("memory: not found")
	// ErrTooLarge reports a note or an addition beyond a limit.
	ErrTooLarge = errors.New("memory: too large")
	// ErrPattern reports a text to look for that no line can contain.
	ErrPattern = errors.New("memory: the text to look for is blank or more than one line")
	// ErrConflict reports notes that are no longer what the caller has seen, or
	// that somebody else is adding to.
	ErrConflict = errors.New("memory: the notes have changed")
	// ErrPath reports a path that a note may not be given, or that something else
	// than a note has.
	ErrPath = errors.New("memory: the path is not allowed for a note")
	// ErrInvalid reports a change without text, or none, or too many.
	ErrInvalid = errors.New("memory: the change is not valid")
	// ErrExists reports a note that is there already.
	ErrExists = errors.New("memory: the note exists")
	// ErrClosed reports a use after Close.
	ErrClosed = errors.New("memory: closed")
)
