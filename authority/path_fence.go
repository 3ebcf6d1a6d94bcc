package authority

import (
	"path/filepath"
	"slices"
	"strings"
)

// Inside reports whether path is one of dirs or below one. All of them must be
// absolute and clean with links resolved, or the answer is no; whole segments
// are compared, so /ws-old is not inside /ws.
func Inside(dirs []string, path string) bool {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return false
	}
	return slices.ContainsFunc(dirs, func(dir string) bool {
		if !filepath.IsAbs(dir) || filepath.Clean(dir) != dir {
			return false
		}
		separator := string(filepath.Separator)
		return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, separator)+separator)
	})
}

// SafeToWrite reports whether a write to the target stays inside dirs and away
// from protected names: files that programs run or trust later, folders that
// hold keys or repositories, and spellings that some systems read as another
// name. Every segment counts, as given and as resolved.
func SafeToWrite(dirs []string, t Target) bool {
	return Inside(dirs, t.Resolved) && !isProtected(t.Raw) && !isProtected(t.Resolved)
}
