//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// makeFolder makes the folder unless it is there, and checks that it is private.
func makeFolder(dir string) error {
	err := os.Mkdir(dir, 0o700)
	switch {
	case err == nil:
		if err := os.Chmod(dir, 0o700); err != nil { // whatever the umask
			return err
		}
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	return checkFolder(dir)
}

func checkFolder(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 || !isOwn(info) {
		return ErrNotPrivate
	}
	return nil
}

// openPrivate opens a regular file of this user that nobody else may use, and
// no link to one. It never waits, whatever the file is.
func openPrivate(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK) || errors.Is(err, syscall.EISDIR) || errors.Is(err, syscall.ENXIO) {
		return nil, ErrNotPrivate
	}
	if err != nil {
		return nil, err
	}
	if flag&os.O_EXCL != 0 {
		err = f.Chmod(0o600) // whatever the umask
	}
	info, statErr := f.Stat()
	if err := errors.Join(err, statErr); err != nil {
		f.Close()
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o177 != 0 || !isOwn(info) || links(info) > 1 {
		f.Close()
		return nil, ErrNotPrivate
	}
	return f, nil
}

func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid == uint32(os.Geteuid())
}

// links counts the names of a file. 0: it was removed meanwhile.
func links(info fs.FileInfo) uint64 {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 2
	}
	return uint64(stat.Nlink)
}

// tryLock takes the lock of a file for this open of it, shared with other
// readers or alone. It reports false when somebody else has it.
func tryLock(f *os.File, shared bool) (bool, error) {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	for {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		default:
			return err == nil, err
		}
	}
}

func unlock(f *os.File) {
	// Fails only for a file that is not open, and then there is no lock.
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
}
