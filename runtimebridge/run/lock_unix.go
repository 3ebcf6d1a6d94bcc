//go:build unix

package run

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

const locksSupported = true

// lockFile is an open lock file with the bytes this process has locked. The
// operating system does not tell a process's own goroutines apart, held does.
type lockFile struct {
	file *os.File
	held map[int64]bool
}

// lockFiles holds every lock file this process has opened. It is shared by all
// Locks of a process, because record locks are: a second descriptor of the same
// file, once closed, would let go what the first one holds.
var lockFiles = struct {
	sync.Mutex
	open map[fileID]*lockFile
}{open: map[fileID]*lockFile{}}

// fileID tells files apart whatever they are called.
type fileID struct{ device, inode uint64 }

func tryLock(path string, offset int64) (func(), error) {
	lockFiles.Lock()
	defer lockFiles.Unlock()
	f, err := openLockFile(path, os.O_CREATE)
	if err != nil {
		return nil, err
	}
	if f.held[offset] {
		return nil, ErrBusy
	}
	err = f.record(syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset, Len: 1})
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		return nil, ErrBusy
	}
	if err != nil {
		return nil, err
	}
	f.held[offset] = true
	return sync.OnceFunc(func() { f.unlock(offset) }), nil
}

func isHeld(path string, offset int64) bool {
	lockFiles.Lock()
	defer lockFiles.Unlock()
	f, err := openLockFile(path, 0)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) // nobody has ever locked
	}
	if f.held[offset] {
		return true
	}
	probe := syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset, Len: 1}
	err = f.record(syscall.F_GETLK, &probe)
	return err != nil || probe.Type != syscall.F_UNLCK
}

// unlock cannot fail in a way that matters: the byte is ours, and what the
// system still holds ends with the process.
func (f *lockFile) unlock(offset int64) {
	lockFiles.Lock()
	defer lockFiles.Unlock()
	_ = f.record(syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_UNLCK, Start: offset, Len: 1})
	delete(f.held, offset)
}

func (f *lockFile) record(command int, lock *syscall.Flock_t) error {
	for {
		err := syscall.FcntlFlock(f.file.Fd(), command, lock)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// openLockFile finds the lock file among the open ones, or opens it. The path is
// looked at each time, so a file that was removed and made anew is noticed.
func openLockFile(path string, create int) (*lockFile, error) {
	if info, err := os.Lstat(path); err == nil {
		id, err := ownRegularFile(info)
		if err != nil {
			return nil, err
		}
		if f := lockFiles.open[id]; f != nil {
			return f, nil
		}
	}
	file, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|create, 0o600)
	if err != nil {
		return nil, err
	}
	return adopt(file)
}

// adopt checks a file that was just opened and keeps it. A file that is refused
// is closed, unless it is one that holds locks.
func adopt(file *os.File) (*lockFile, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	id, err := ownRegularFile(info)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	if known := lockFiles.open[id]; known != nil {
		return known, nil
	}
	if info.Mode().Perm() != 0o600 {
		if err := file.Chmod(0o600); err != nil {
			_ = file.Close()
			return nil, err
		}
	}
	f := &lockFile{file: file, held: map[int64]bool{}}
	lockFiles.open[id] = f
	return f, nil
}

func ownRegularFile(info os.FileInfo) (fileID, error) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.Mode().IsRegular() || int(stat.Uid) != os.Geteuid() {
		return fileID{}, ErrUnsafeFile
	}
	return fileID{device: uint64(stat.Dev), inode: uint64(stat.Ino)}, nil
}
