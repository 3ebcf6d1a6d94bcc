//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

// Whoever can put something else in the place of the log must not make us write
// there, nor wait.
func TestNotPrivate(t *testing.T) {
	tests := map[string]func(t *testing.T, dir string){
		"link for the log": func(t *testing.T, dir string) { relink(t, current(dir)) },
		"link for head":    func(t *testing.T, dir string) { relink(t, head(dir)) },
		"dangling link for the log": func(t *testing.T, dir string) {
			must(t, os.Remove(current(dir)))
			must(t, os.Symlink(filepath.Join(filepath.Dir(dir), "elsewhere"), current(dir)))
		},
		"second name": func(t *testing.T, dir string) {
			must(t, os.Link(current(dir), filepath.Join(filepath.Dir(dir), "second")))
		},
		"pipe": func(t *testing.T, dir string) {
			must(t, os.Remove(current(dir)))
			must(t, syscall.Mkfifo(current(dir), 0o600))
		},
		"folder":                func(t *testing.T, dir string) { must(t, os.Remove(head(dir))); must(t, os.Mkdir(head(dir), 0o700)) },
		"open to others":        func(t *testing.T, dir string) { must(t, os.Chmod(current(dir), 0o644)) },
		"head open to group":    func(t *testing.T, dir string) { must(t, os.Chmod(head(dir), 0o620)) },
		"folder open to others": func(t *testing.T, dir string) { must(t, os.Chmod(dir, 0o755)) },
		"link for the folder":   relink,
		"a file for the folder": func(t *testing.T, dir string) { must(t, os.RemoveAll(dir)); rewrite(t, dir, "") },
	}
	for name, spoil := range tests {
		log, dir := newLog(t, audit.Options{})
		add(t, log, 2)
		must(t, log.Close())
		spoil(t, dir)
		again := openLog(t, dir, audit.Options{})
		is(t, name+": append", again.Append(t.Context(), "a.b", "o", nil), audit.ErrNotPrivate)
		_, err := again.Verify(t.Context())
		is(t, name+": verify", err, audit.ErrNotPrivate)
		_, err = collect(t, again, audit.Filter{})
		is(t, name+": read", err, audit.ErrNotPrivate)
		if _, err := os.Lstat(filepath.Join(filepath.Dir(dir), "elsewhere")); err == nil {
			t.Errorf("%s: a file was made elsewhere", name)
		}
	}
}

// relink moves a file or folder away and leaves a link to it.
func relink(t *testing.T, path string) {
	away := filepath.Join(t.TempDir(), "away")
	must(t, os.Rename(path, away))
	must(t, os.Symlink(away, path))
}

func TestLinkForAnOlderFile(t *testing.T) {
	log, dir := newLog(t, audit.Options{FileSize: 1})
	add(t, log, 3)
	relink(t, older(dir, 2))
	_, err := log.Verify(t.Context())
	is(t, "verify", err, audit.ErrNotPrivate)
}

// A log that belongs to another user is refused. Only root can make one; to
// anybody else the root of the file system is foreign.
func TestForeignFolder(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 1)
	must(t, log.Close())
	if os.Geteuid() != 0 {
		dir = "/"
	} else {
		must(t, os.Chown(dir, 1, -1))
	}
	is(t, "foreign", openLog(t, dir, audit.Options{}).Append(t.Context(), "a.b", "o", nil), audit.ErrNotPrivate)
}

func TestModesUnderAnyUmask(t *testing.T) {
	for _, mask := range []int{0, 0o277} {
		before := syscall.Umask(mask)
		log, dir := newLog(t, audit.Options{FileSize: 1})
		err := log.Ready(t.Context())
		for range 2 {
			err = log.Append(t.Context(), "a.b", "o", nil)
		}
		syscall.Umask(before)
		must(t, err)
		for _, path := range []string{current(dir), older(dir, 1), head(dir)} {
			info, err := os.Lstat(path)
			must(t, err)
			if info.Mode() != 0o600 {
				t.Errorf("umask %o: %s has mode %v", mask, filepath.Base(path), info.Mode())
			}
		}
		info, err := os.Lstat(dir)
		must(t, err)
		if info.Mode().Perm() != 0o700 {
			t.Errorf("umask %o: the folder has mode %v", mask, info.Mode())
		}
	}
}

// locked takes the lock as another process would, until the test ends.
func locked(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Open(head(dir))
	must(t, err)
	must(t, syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
	t.Cleanup(func() { f.Close() })
}

func TestALockedLogIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, dir := newLog(t, audit.Options{})
		add(t, log, 1)
		locked(t, dir)
		is(t, "append", log.Append(t.Context(), "a.b", "o", nil), audit.ErrBusy)
		_, err := log.Verify(t.Context())
		is(t, "verify", err, audit.ErrBusy)
		ctx, stop := context.WithCancel(t.Context())
		go stop()
		is(t, "append with a context", log.Append(ctx, "a.b", "o", nil), context.Canceled)
	})
}

func TestALogThatIsLetGoIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, dir := newLog(t, audit.Options{})
		add(t, log, 1)
		f, err := os.Open(head(dir))
		must(t, err)
		must(t, syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
		done := make(chan error, 1)
		go func() { done <- log.Append(t.Context(), "a.b", "o", nil) }()
		synctest.Wait()
		second := make(chan error, 1)
		ctx, stop := context.WithCancel(t.Context())
		go func() { second <- log.Append(ctx, "a.b", "o", nil) }()
		synctest.Wait() // the first waits for the lock, the second for the first
		stop()
		is(t, "behind a waiting goroutine", <-second, context.Canceled)
		must(t, f.Close())
		must(t, <-done)
		intact(t, dir, 2)
	})
}
