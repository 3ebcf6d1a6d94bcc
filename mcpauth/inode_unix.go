//go:build unix && !aix

package mcpauth

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

func ownerOf(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

func linksOf(info fs.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Nlink) }

// changeTime is when the inode last changed: unlike the modification time it
// cannot be set back.
func changeTime(info fs.FileInfo) time.Time {
	sec, nsec := changeTimespec(info.Sys().(*syscall.Stat_t)).Unix()
	return time.Unix(sec, nsec)
}

// unchanged reports whether two looks at an open file saw the same thing.
func unchanged(before, after fs.FileInfo) bool {
	return os.SameFile(before, after) && before.Size() == after.Size() && before.Mode() == after.Mode() &&
		before.ModTime().Equal(after.ModTime()) && changeTime(before).Equal(changeTime(after))
}
