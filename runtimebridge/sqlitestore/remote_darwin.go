package sqlitestore

import "golang.org/x/sys/unix"

// isRemote reports whether a file lies on a network file system, as far as that
// can be told.
func isRemote(path string) bool {
	var stat unix.Statfs_t
	return unix.Statfs(path, &stat) == nil && stat.Flags&unix.MNT_LOCAL == 0
}
