//go:build unix

package file

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A FIFO in the place of a working directory would hold the call for ever.
func TestARootIsADirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	if err := syscall.Mkfifo(dir, 0o600); err != nil {
		t.Fatal(err)
	}
	if root, err := openRoot(dir); err == nil {
		_ = root.Close()
		t.Error("opened")
	}
}
