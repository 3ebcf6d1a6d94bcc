//go:build unix && !aix

package mcpauth

import (
	"errors"
	"io/fs"
	"os"
)

// walk checks every directory from / to path.
func (v vault) walk(path string) error {
	for _, point := range waypoints(path) {
		info, err := os.Lstat(point)
		if err != nil {
			return &fault{code: missingOr(err, FindingDirectoryMissing, FindingDirectoryUnreadable), path: point}
		}
		if code := v.directoryFault(info, point == path); code != "" {
			return &fault{code: code, path: point}
		}
	}
	return nil
}

// directoryFault says why a directory is not to be trusted. The last one, the
// state directory, must be ours and closed to others. One above it must belong
// to us or to root, and nobody else may rename what is in it.
func (v vault) directoryFault(info fs.FileInfo, last bool) FindingCode {
	uid, mode := ownerOf(info), info.Mode()
	switch {
	case mode&fs.ModeSymlink != 0:
		return FindingDirectoryLink
	case !mode.IsDir():
		return FindingDirectoryType
	case uid != v.uid && (last || uid != 0):
		return FindingDirectoryOwner
	case last && mode.Perm()&0o077 != 0:
		return FindingDirectoryOpen
	case mode.Perm()&0o022 != 0 && mode&fs.ModeSticky == 0:
		return FindingDirectoryWritable
	}
	return ""
}

func missingOr(err error, missing, otherwise FindingCode) FindingCode {
	if errors.Is(err, fs.ErrNotExist) {
		return missing
	}
	return otherwise
}
