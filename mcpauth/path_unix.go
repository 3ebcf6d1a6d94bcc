//go:build unix && !aix

package mcpauth

import (
	"path/filepath"
	"slices"
	"strings"
)

// resolve gives the clean path of the state directory. Of the home directory the
// links are followed, here and once; nothing below it is.
func (l Location) resolve() (string, error) {
	if !plainPath(l.Dir) {
		return "", &fault{code: FindingLocation, path: l.Dir}
	}
	dir := filepath.Clean(l.Dir)
	if l.Home == "" {
		return dir, nil
	}
	home := filepath.Clean(l.Home)
	below, ok := strings.CutPrefix(dir, strings.TrimSuffix(home, "/")+"/")
	if !plainPath(l.Home) || !ok {
		return "", &fault{code: FindingLocation, path: l.Dir}
	}
	home, err := filepath.EvalSymlinks(home)
	if err != nil {
		return "", &fault{code: FindingHome, path: l.Home}
	}
	return filepath.Join(home, below), nil
}

// plainPath reports an absolute path that never goes up: after a link, ".." is
// not what it seems.
func plainPath(path string) bool {
	return filepath.IsAbs(path) && !slices.Contains(strings.Split(path, "/"), "..") &&
		!strings.ContainsRune(path, 0)
}

// waypoints lists every directory on the way to path: /, /a, /a/b.
func waypoints(path string) []string {
	points := []string{"/"}
	for i := 1; i < len(path); i++ {
		if path[i] == '/' {
			points = append(points, path[:i])
		}
	}
	if path != "/" {
		points = append(points, path)
	}
	return points
}
