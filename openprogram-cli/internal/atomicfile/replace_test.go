//go:build unix

package atomicfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/atomicfile"
)

func TestReplace(t *testing.T) {
	for name, c := range map[string]struct {
		before func(t *testing.T, path string)
		mode   os.FileMode
		fails  bool
	}{
		"a new file":              {func(*testing.T, string) {}, 0o600, false},
		"a file with a mode":      {func(t *testing.T, path string) { put(t, path, 0o640) }, 0o640, false},
		"a link to a file":        {linkTo(0o640), 0o640, false},
		"a link to nowhere":       {linkTo(0), 0, true},
		"a folder in its place":   {func(t *testing.T, path string) { check(t, os.Mkdir(path, 0o700)) }, 0, true},
		"a folder that is absent": {func(t *testing.T, path string) { check(t, os.Remove(filepath.Dir(path))) }, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "dir")
			check(t, os.Mkdir(dir, 0o700))
			path := filepath.Join(dir, "file")
			c.before(t, path)
			before, _ := os.Lstat(path)
			if err := atomicfile.Replace(path, []byte("new")); (err != nil) != c.fails {
				t.Fatalf("error %v", err)
			}
			if entries, _ := os.ReadDir(dir); len(entries) > 1 {
				t.Errorf("left behind: %v", entries)
			}
			if c.fails {
				return
			}
			data, err := os.ReadFile(path)
			info, _ := os.Stat(path)
			if err != nil || string(data) != "new" || info.Mode().Perm() != c.mode {
				t.Errorf("%q, mode %v, error %v", data, info.Mode(), err)
			}
			if after, _ := os.Lstat(path); before != nil && before.Mode().Type() != after.Mode().Type() {
				t.Error("the link was replaced, and not what it leads to")
			}
		})
	}
}

func TestReplacePrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	put(t, path, 0o644)
	check(t, atomicfile.ReplacePrivate(path, []byte("secret")))
	data, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || string(data) != "secret" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, mode %v, error %v", data, info.Mode(), err)
	}
}

// linkTo makes a link out of the folder, to a file unless the mode is 0.
func linkTo(mode os.FileMode) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		target := filepath.Join(t.TempDir(), "elsewhere")
		if mode != 0 {
			put(t, target, mode)
		}
		check(t, os.Symlink(target, path))
	}
}

func put(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	check(t, os.WriteFile(path, []byte("old"), 0o600))
	check(t, os.Chmod(path, mode))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
