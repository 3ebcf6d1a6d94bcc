package folder

import (
	"io/fs"
	"time"
)

// Stamp is what the file system says of a file's state. While it stays the same,
// and is settled, so does the content.
type Stamp struct {
	Size     int64
	Modified int64 // Unix nanoseconds, whatever anybody has set
	Changed  int64 // Unix nanoseconds of the last change of any kind; 0 where the system has none
	Inode    uint64
}

func stampOf(info fs.FileInfo) Stamp {
	changed, inode := identity(info)
	return Stamp{Size: info.Size(), Modified: info.ModTime().UnixNano(), Changed: changed, Inode: inode}
}

// The clock of a file system ticks: two changes within one tick leave the same
// times. Kernels tick every few milliseconds, simple file systems every second
// or two, which shows in times without a fraction.
const (
	fineTick   = 100 * time.Millisecond
	coarseTick = 2 * time.Second
)

// Settled reports whether a file that was read at a time can no longer change
// without its stamp changing.
func (s Stamp) Settled(read time.Time) bool {
	last := s.Changed
	if last == 0 {
		last = s.Modified
	}
	tick := fineTick
	if last%int64(time.Second) == 0 {
		tick = coarseTick
	}
	return read.Sub(time.Unix(0, last)) > tick
}
