//go:build unix

package file

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a replacement to the owner of what it replaces, where that is
// permitted: a file edited by root stays its user's.
func keepOwner(f *os.File, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}
