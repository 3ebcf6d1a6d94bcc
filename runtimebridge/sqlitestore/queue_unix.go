//go:build unix

package sqlitestore

import (
	"errors"
	"os"
	"syscall"
)

// openPrivateFile opens a file beside the database, which is a regular one of this
// user.
func openPrivateFile(path string, flag int) (*os.File, error) {
	file, err := os.OpenFile(path, flag|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK) || errors.Is(err, syscall.EISDIR) {
		return nil, ErrUnsafeFile
	}
	if err != nil {
		return nil, explain(withoutPath(err))
	}
	if err := makePrivate(path); err != nil {
		_ = file.Close()
		return nil, withoutPath(err)
	}
	return file, nil
}

// tryLockFile reports false only when another process has the lock. Two opens of
// one file exclude each other as well.
func tryLockFile(file *os.File) bool {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return !errors.Is(err, syscall.EWOULDBLOCK)
		}
	}
}

func unlockFile(file *os.File) {
	_ = syscall.Flock(int(file.Fd()), syscall.LOCK_UN) // without a lock this does nothing
}
