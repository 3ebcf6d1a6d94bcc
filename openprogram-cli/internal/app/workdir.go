package app

import (
	"os"
	"path/filepath"
)

// workingDirs are the directories that file tools and commands may work in: the
// configured one, or else where the program was started. The root directory and
// the home directory, where clients start servers for want of a better place,
// are no working directories: then there is none.
func workingDirs(configured, home string) []string {
	if configured != "" {
		return []string{configured}
	}
	dir, err := os.Getwd()
	if err != nil { // it may have been deleted
		return nil
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if dir == filepath.VolumeName(dir)+string(filepath.Separator) || sameDirectory(dir, home) {
		return nil
	}
	return []string{dir}
}

// sameDirectory compares by identity: a home can have several spellings.
func sameDirectory(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
