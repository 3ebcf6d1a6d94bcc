//go:build unix

package sqlitestore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
)

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	check(t, err)
	return info.Mode()
}

func TestFilesArePrivate(t *testing.T) {
	for name, umask := range map[string]int{"umask 000": 0, "umask 022": 0o022, "umask 777": 0o777} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "state", "deep")
			path := filepath.Join(dir, "sessions.db")
			defer syscall.Umask(syscall.Umask(umask))
			s := openStore(t, path)
			talk(t, s, "s")
			for _, name := range []string{path, path + "-wal", path + "-shm"} {
				if got := mode(t, name); got != 0o600 {
					t.Errorf("%s has mode %v, want 0600", filepath.Base(name), got)
				}
			}
			for _, name := range []string{dir, filepath.Dir(dir)} {
				if got := mode(t, name); got != fs.ModeDir|0o700 {
					t.Errorf("%s has mode %v, want 0700", filepath.Base(name), got)
				}
			}
			check(t, s.Close())
		})
	}
}

func TestFilesAreNarrowed(t *testing.T) {
	path := newPath(t)
	first := openStore(t, path)
	talk(t, first, "s")
	defer first.Close()
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		check(t, os.Chmod(name, 0o644))
	}
	check(t, openStore(t, path).Close())
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if got := mode(t, name); got != 0o600 {
			t.Errorf("%s has mode %v, want 0600", filepath.Base(name), got)
		}
	}
}

func TestDirectoryThatExistsIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Chmod(dir, 0o755))
	check(t, openStore(t, filepath.Join(dir, "sessions.db")).Close())
	if got := mode(t, dir); got != fs.ModeDir|0o755 {
		t.Errorf("mode is %v, want 0755", got)
	}
}

func TestUnsafeFileIsRefused(t *testing.T) {
	tests := map[string]func(t *testing.T, path string){
		"symlink": func(t *testing.T, path string) {
			check(t, openStore(t, path+".target").Close())
			check(t, os.Symlink(path+".target", path))
		},
		"dangling symlink": func(t *testing.T, path string) { check(t, os.Symlink(path+".target", path)) },
		"directory":        func(t *testing.T, path string) { check(t, os.Mkdir(path, 0o700)) },
		"fifo":             func(t *testing.T, path string) { check(t, syscall.Mkfifo(path, 0o600)) },
		"linked log": func(t *testing.T, path string) {
			check(t, openStore(t, path).Close())
			check(t, os.Symlink(path+".target", path+"-wal"))
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			prepare(t, path)
			refuse(t, path, sqlitestore.ErrUnsafeFile)
			if _, err := os.Stat(path + ".target-wal"); !errors.Is(err, fs.ErrNotExist) {
				t.Error("the target of the link was opened")
			}
		})
	}
}

func TestFileOfAnotherUserIsRefused(t *testing.T) {
	path := "/etc/passwd"
	if os.Geteuid() == 0 { // root owns that one, but may give one away
		path = newPath(t)
		check(t, openStore(t, path).Close())
		check(t, os.Chown(path, 1, 1))
	}
	refuse(t, path, sqlitestore.ErrUnsafeFile)
}

func TestErrorsCarryNoPath(t *testing.T) {
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	_, err := sqlitestore.Open(filepath.Join(dir, "file", "sessions.db"), sqlitestore.Options{})
	if err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("Open = %v, want an error without the path", err)
	}
}

// SQLite loses its locks when the process closes a descriptor of the database,
// so a second store must not look at a file that the first has open.
func TestSecondStoreLeavesTheLocksOfTheFirst(t *testing.T) {
	path := newPath(t)
	first := openStore(t, path)
	defer first.Close()
	talk(t, first, "s")
	second := openStore(t, path)
	talk(t, second, "s")
	check(t, second.Close())
	if got := runProcess(t, path, "probe"); got != "held" {
		t.Errorf("the lock is %s while the first store is open", got)
	}
	check(t, first.Close())
	if got := runProcess(t, path, "probe"); got != "free" {
		t.Errorf("the lock is %s after Close", got)
	}
}
