//go:build unix

package sqlitestore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// databaseFile is one store's hold on a database file.
type databaseFile struct {
	id     fileID
	toRead bool // this user may not write to it
}

// fileID tells files apart whatever they are called.
type fileID struct{ device, inode uint64 }

// openFiles counts the stores of this process by file. SQLite's locks belong to
// the process and are lost when it closes any descriptor of the file, so we may
// open a database to look at it only while no store of ours has it open.
var openFiles = struct {
	sync.Mutex
	stores map[fileID]int
}{stores: map[fileID]int{}}

// claimFile makes sure that path is a private regular file of this user that
// SQLite may have, creating it if need be.
func claimFile(path string) (*databaseFile, error) {
	openFiles.Lock()
	defer openFiles.Unlock()
	if err := makePrivateDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := createFile(path); err != nil {
		return nil, err
	}
	info, err := ownRegularFile(path)
	if err != nil {
		return nil, err
	}
	stat := info.Sys().(*syscall.Stat_t)
	id := fileID{device: uint64(stat.Dev), inode: uint64(stat.Ino)}
	if openFiles.stores[id] == 0 {
		if err := lookAt(path, info); err != nil {
			return nil, err
		}
	}
	file := &databaseFile{id: id, toRead: !mayWrite(path)}
	for _, name := range []string{path, path + "-wal", path + "-shm", path + "-journal"} {
		if err := makePrivate(name); err != nil && !(file.toRead && readOnlyError(err)) {
			return nil, err
		}
	}
	openFiles.stores[id]++
	return file, nil
}

// mayWrite reports whether this user may write to the database and make the files
// beside it.
func mayWrite(path string) bool {
	return unix.Access(path, unix.W_OK) == nil && unix.Access(filepath.Dir(path), unix.W_OK) == nil
}

// readOnlyError reports an error of somebody who may not write.
func readOnlyError(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

func (f *databaseFile) readOnly() bool { return f.toRead }

func (f *databaseFile) release() {
	openFiles.Lock()
	defer openFiles.Unlock()
	if openFiles.stores[f.id]--; openFiles.stores[f.id] == 0 {
		delete(openFiles.stores, f.id)
	}
}

// makePrivateDir creates the directory, and those above it, with mode 0700. One
// that exists is left as it is.
func makePrivateDir(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := makePrivateDir(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil // another process was faster
		}
		return err
	}
	return os.Chmod(dir, 0o700) // whatever the umask
}

// createFile creates an empty database, private before it has any content; a
// umask that takes even more away is seen to later. SQLite gives its companion
// files the same mode.
func createFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func ownRegularFile(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.Mode().IsRegular() || int(stat.Uid) != os.Geteuid() {
		return nil, ErrUnsafeFile
	}
	return info, nil
}

// makePrivate narrows a file's mode to 0600, if the file is there.
func makePrivate(path string) error {
	info, err := ownRegularFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || info.Mode().Perm() == 0o600 {
		return err
	}
	return os.Chmod(path, 0o600)
}

// lookAt inspects the header of a database, and only of the file that info is of.
func lookAt(path string, info fs.FileInfo) error {
	if journal, err := openToRead(path + "-journal"); err == nil {
		defer journal.Close()
		if restoresNothing(journal) {
			return nil
		}
	}
	file, err := openToRead(path)
	if err != nil {
		return err
	}
	defer file.Close()
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(info, opened) {
		return ErrUnsafeFile
	}
	return inspectHeader(file, opened.Size())
}

func openToRead(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
