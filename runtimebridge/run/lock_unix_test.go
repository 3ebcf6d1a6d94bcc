//go:build unix

package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

func openLocks(t *testing.T, path string) *run.Locks {
	t.Helper()
	l, err := run.OpenLocks(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func lock(t *testing.T, l *run.Locks, sessionID string) (release func()) {
	t.Helper()
	release, err := l.TryLock(sessionID)
	if err != nil {
		t.Fatalf("TryLock(%q): %v", sessionID, err)
	}
	return release
}

func refuseLock(t *testing.T, l *run.Locks, sessionID string) {
	t.Helper()
	if _, err := l.TryLock(sessionID); !errors.Is(err, run.ErrBusy) {
		t.Fatalf("TryLock(%q) = %v, want ErrBusy", sessionID, err)
	}
}

func TestLockExcludesWithinProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locks")
	first, second := openLocks(t, path), openLocks(t, path)

	release := lock(t, first, "a")
	refuseLock(t, first, "a")
	refuseLock(t, second, "a")
	lock(t, second, "b")()

	release()
	next := lock(t, second, "a")
	release() // late and for the second time: not its lock any more
	refuseLock(t, first, "a")
	next()
}

func TestLockExcludesOtherProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locks")
	l := openLocks(t, path)
	other := startHolder(t, path, "a")

	refuseLock(t, l, "a")
	if !l.Held("a") {
		t.Error("Held is false for a session that another process has locked")
	}
	lock(t, l, "b")()
	if l.Held("b") {
		t.Error("Held is true for a session that nobody has locked")
	}

	other.kill()
	if l.Held("a") {
		t.Error("Held is true after the holder was killed")
	}
	lock(t, l, "a")()
}

// A record lock is lost when its process closes any descriptor of the file.
func TestLockSurvivesOtherUsesOfTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locks")
	defer lock(t, openLocks(t, path), "a")()

	other := openLocks(t, path)
	other.Held("a")
	lock(t, other, "b")()

	if got := tryInProcess(t, path, "a"); got != "busy" {
		t.Errorf("another process got %q, want busy", got)
	}
}

func TestHeldSeesThisProcess(t *testing.T) {
	l := openLocks(t, filepath.Join(t.TempDir(), "locks"))
	release := lock(t, l, "a")
	if !l.Held("a") {
		t.Error("Held is false while locked")
	}
	release()
	if l.Held("a") {
		t.Error("Held is true after release")
	}
}

func TestLockFileIsCreatedByTheFirstLock(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o777))
	path := filepath.Join(t.TempDir(), "locks")
	l := openLocks(t, path)
	if l.Held("a") {
		t.Error("Held is true without a lock file")
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the file exists before the first lock: %v", err)
	}
	lock(t, l, "a")()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode(); got != 0o600 {
		t.Errorf("mode is %v, want 0600", got)
	}
}

func TestLockFileIsNarrowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locks")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	lock(t, openLocks(t, path), "a")()
	if info, err := os.Lstat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode is %v (%v), want 0600", info.Mode(), err)
	}
}

// The file is opened once, since it cannot be closed again.
func TestLockFileIsOpenedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locks")
	lock(t, openLocks(t, path), "a")()
	before := openFiles(t)
	for range 10 {
		l := openLocks(t, path)
		l.Held("a")
		lock(t, l, "a")()
	}
	if after := openFiles(t); after != before {
		t.Errorf("%d files are open, want %d", after, before)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestLockFileMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locks")
	l := openLocks(t, path)
	lock(t, l, "a")()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	defer lock(t, l, "a")()
	if got := tryInProcess(t, path, "a"); got != "busy" {
		t.Errorf("another process got %q, want busy", got)
	}
}

func TestLockFileRefused(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	dangling := filepath.Join(dir, "dangling")
	if err := os.Symlink(filepath.Join(dir, "nowhere"), dangling); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"symlink": link, "dangling symlink": dangling, "directory": dir, "fifo": fifo, "foreign owner": foreignFile(t),
	} {
		t.Run(name, func(t *testing.T) {
			l := openLocks(t, path)
			if _, err := l.TryLock("a"); !errors.Is(err, run.ErrUnsafeFile) {
				t.Errorf("TryLock = %v, want ErrUnsafeFile", err)
			}
			if !l.Held("a") {
				t.Error("Held is false though it cannot tell")
			}
		})
	}
}

// foreignFile is a file of another user. Root can make one; everybody else has
// the system's.
func foreignFile(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		return "/etc/passwd"
	}
	path := filepath.Join(t.TempDir(), "foreign")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 1, 1); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenLocksNeedsAbsolutePath(t *testing.T) {
	if _, err := run.OpenLocks("locks"); !errors.Is(err, run.ErrRelativePath) {
		t.Errorf("OpenLocks = %v, want ErrRelativePath", err)
	}
}

func TestTryLockReportsMissingDirectory(t *testing.T) {
	dir := t.TempDir()
	l := openLocks(t, filepath.Join(dir, "missing", "locks"))
	if _, err := l.TryLock("a"); !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), dir) {
		t.Errorf("TryLock = %v, want ErrNotExist and no path", err)
	}
}
