package folder

import (
	"io/fs"
	"syscall"
)

// readFlags keep an open from waiting on what has become a pipe.
const readFlags = syscall.O_RDONLY | syscall.O_NONBLOCK

func identity(info fs.FileInfo) (changed int64, inode uint64) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return syscall.TimespecToNsec(stat.Ctim), uint64(stat.Ino)
}

// names is how many names a file has.
func names(info fs.FileInfo) uint64 {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return uint64(stat.Nlink)
}

func device(info fs.FileInfo) uint64 {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return uint64(stat.Dev)
}
