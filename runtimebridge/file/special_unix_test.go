//go:build unix

package file_test

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A FIFO without a writer would hold the call for ever.
func TestSpecialFilesAreRefusedAtOnce(t *testing.T) {
	f := newFixture(t)
	if err := syscall.Mkfifo(f.path("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A socket's name must be short, so it is bound from elsewhere and moved.
	short, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	listener, err := net.Listen("unix", filepath.Join(short, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := os.Rename(filepath.Join(short, "s"), f.path("socket")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fifo", "socket"} {
		f.failWith("", "not a regular file", "read", args{"file_path": name})
		f.failWith("", "not a regular file", "write", args{"file_path": name, "content": "x"})
		f.failWith("", "not a regular file", "apply_patch", args{"patch": "*** Begin Patch\n*** Delete File: " + name + "\n*** End Patch"})
	}
	if got := f.call("grep", args{"pattern": "."}); got != "No matches\n" {
		t.Errorf("grep: %q", got)
	}
	if got := f.call("glob", args{"pattern": "*"}); got != "No files\n" {
		t.Errorf("glob: %q", got)
	}
	if got := f.call("list", args{}); got != "fifo  (special)\nsocket  (special)\n" {
		t.Errorf("list: %q", got)
	}
}

func TestTheModeIsKept(t *testing.T) {
	f := newFixture(t)
	f.put("script", "echo\n")
	if err := os.Chmod(f.path("script"), 0o775); err != nil {
		t.Fatal(err)
	}
	f.call("read", args{"file_path": "script"})
	f.call("edit", args{"file_path": "script", "old_string": "echo", "new_string": "true"})
	info, err := os.Stat(f.path("script"))
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o775 {
		t.Errorf("mode %o, want 775", got)
	}
	f.has("script", "true\n")
}
