//go:build unix

package app

import (
	"io/fs"
	"os"
	"syscall"
)

// openPrivate opens a file to read that is regular, ours and closed to others.
// It does not wait for the other end of a FIFO. A link is followed: what counts
// is the file.
func openPrivate(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := checkPrivate(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func ownedByUs(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
