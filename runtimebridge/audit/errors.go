package audit

import "errors"

// The refusals of a log. None of them carries a path or a value.
var (
	// ErrCut reports that records are gone which head says were written.
	ErrCut = errors.New("audit: records are missing at the end of the log; move the audit folder aside to begin a new one")
	// ErrDamaged reports a log or head that cannot be continued.
	ErrDamaged = errors.New("audit: the log is damaged; move the audit folder aside to begin a new one")
	// ErrNotPrivate reports a folder or file that is a link, is no regular file,
	// belongs to somebody else or is open to others.
	ErrNotPrivate = errors.New("audit: the audit folder or a file in it is not private")
	// ErrPayload reports a record that is not plain: see Log.Append.
	ErrPayload = errors.New("audit: record is not plain or too large")
	// ErrBusy reports that another process holds the log for too long.
	ErrBusy = errors.New("audit: the log is locked by another process")
	// ErrClosed reports a log that was closed.
	ErrClosed = errors.New("audit: the log is closed")
	// ErrUnsupportedPlatform reports a system without the file modes and locks
	// that the log relies on.
	ErrUnsupportedPlatform = errors.New("audit: this platform cannot keep an audit log")
)
