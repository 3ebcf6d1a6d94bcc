package sqlitestore

import (
	"slices"

	"golang.org/x/sys/unix"
)

// remoteTypes are the network file systems that one meets: NFS, the SMB family,
// 9P (shared folders of virtual machines), Ceph and AFS.
var remoteTypes = []uint32{
	unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC,
	unix.V9FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.AFS_FS_MAGIC,
}

// isRemote reports whether a file lies on a network file system, as far as that
// can be told.
func isRemote(path string) bool {
	var stat unix.Statfs_t
	return unix.Statfs(path, &stat) == nil && isRemoteType(int64(stat.Type))
}

// isRemoteType looks at the 32 bits that systems agree on.
func isRemoteType(fileSystem int64) bool { return slices.Contains(remoteTypes, uint32(fileSystem)) }
