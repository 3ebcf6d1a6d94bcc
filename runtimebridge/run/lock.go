package run

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// The errors of Locks.
var (
	// ErrBusy reports a session that is locked, here or in another process.
	ErrBusy = errors.New("run: session is locked")
	// ErrUnsupported reports a system without POSIX record locks.
	ErrUnsupported = errors.New("run: session locks need POSIX record locks")
	// ErrUnsafeFile reports a lock file that is no regular file of this user.
	ErrUnsafeFile = errors.New("run: the lock file is not a regular file of this user")
	// ErrRelativePath reports a lock file named by a relative path.
	ErrRelativePath = errors.New("run: the path of the lock file is not absolute")
)

// Locks are the session locks of one state directory. They may be used from
// many goroutines. There is no Close: a process that closes any descriptor of a
// lock file loses all its record locks on it, so the file stays open until the
// process ends.
type Locks struct{ path string }

// OpenLocks names the lock file, an absolute path. The file is created by the
// first TryLock, with mode 0600; its directory must exist by then.
func OpenLocks(path string) (*Locks, error) {
	if !filepath.IsAbs(path) {
		return nil, ErrRelativePath
	}
	if !locksSupported {
		return nil, ErrUnsupported
	}
	return &Locks{path: filepath.Clean(path)}, nil
}

// TryLock locks a session, or fails with ErrBusy at once. release gives it back;
// calling it again does nothing.
func (l *Locks) TryLock(sessionID string) (release func(), err error) {
	release, err = tryLock(l.path, lockOffset(sessionID))
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) { // errors are logged, paths are not
		err = fmt.Errorf("run: %s the lock file: %w", pathError.Op, pathError.Err)
	}
	return release, err
}

// Held reports whether a session is locked, by this process or another one. It
// reports true when it cannot tell.
func (l *Locks) Held(sessionID string) bool {
	return isHeld(l.path, lockOffset(sessionID))
}

// lockOffset is the byte of the lock file that stands for a session: 62 bits of
// a hash, so that offset and length stay within a file's range.
func lockOffset(sessionID string) int64 {
	sum := sha256.Sum256([]byte(sessionID))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 2)
}
