package folder_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

// tree gives every file and folder below dir with its content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if !entry.Type().IsRegular() {
			found[name] = entry.Type().String()
			return nil
		}
		content, err := os.ReadFile(path)
		found[name] = string(content)
		return err
	}))
	return found
}

func read(t *testing.T, f *folder.Folder, path string) *folder.File {
	t.Helper()
	file, err := f.Read(path)
	must(t, err)
	return &file
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "notes")
	put(t, dir, "a.md", "old")
	must(t, os.Chmod(filepath.Join(dir, "a.md"), 0o640))
	f := open(t, dir)
	scan(t, f)
	must(t, f.Write(
		folder.Write{Path: "a.md", Content: []byte("new"), Old: read(t, f, "a.md")},
		folder.Write{Path: "x/y/b.md", Content: []byte("b")},
		folder.Write{Path: "x/c.md", Content: []byte("c")},
	))
	want := map[string]string{"a.md": "new", "x": "d---------", "x/y": "d---------", "x/y/b.md": "b", "x/c.md": "c"}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for path, want := range map[string]fs.FileMode{"a.md": 0o640, "x/y/b.md": 0o600, "x/y": 0o700} {
		info, err := os.Stat(filepath.Join(dir, path))
		must(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("mode of %s is %o, want %o", path, info.Mode().Perm(), want)
		}
	}
}

func TestWriteMakesTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "notes")
	f := open(t, dir)
	must(t, f.Write(folder.Write{Path: "a.md", Content: []byte("a")}))
	if diff := cmp.Diff([]string{"a.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	info, err := os.Stat(dir)
	must(t, err)
	if info.Mode().Perm() != 0o700 {
		t.Errorf("its mode is %o", info.Mode().Perm())
	}
}

// Each of these is refused as a whole: the good change before it is undone.
func TestWriteAllOrNothing(t *testing.T) {
	outside := t.TempDir()
	tests := []struct {
		name    string
		prepare func(t *testing.T, dir string)
		write   folder.Write
		want    error
	}{
		{"a new file exists", nil, folder.Write{Path: "b.md"}, folder.ErrChanged},
		{"an old file has changed", nil, folder.Write{Path: "b.md", Old: &folder.File{}}, folder.ErrChanged},
		{"an old file is gone", nil, folder.Write{Path: "gone.md", Old: &folder.File{}}, folder.ErrChanged},
		{"the same new file twice", nil, folder.Write{Path: "new/a.md"}, folder.ErrChanged},
		{"a link in place of the file", link("l.md", outside), folder.Write{Path: "l.md"}, folder.ErrPath},
		{"a dangling link out", link("l.md", filepath.Join(outside, "x")), folder.Write{Path: "l.md"}, folder.ErrPath},
		{"a link on the way out", link("l", outside), folder.Write{Path: "l/x.md"}, folder.ErrPath},
		{"a link on the way that stays inside", link("l", "."), folder.Write{Path: "l/x.md"}, folder.ErrPath},
		{"a file on the way", nil, folder.Write{Path: "b.md/x.md"}, folder.ErrPath},
		{"up and out", nil, folder.Write{Path: "../x.md"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, "a.md", "a")
			put(t, dir, "b.md", "b")
			if tt.prepare != nil {
				tt.prepare(t, dir)
			}
			f := open(t, dir)
			scan(t, f)
			before := tree(t, dir)
			err := f.Write(
				folder.Write{Path: "a.md", Content: []byte("new"), Old: read(t, f, "a.md")},
				folder.Write{Path: "new/a.md", Content: []byte("new")},
				tt.write,
			)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
				t.Errorf("the folder has changed (-want +got):\n%s", diff)
			}
			if left := tree(t, outside); len(left) > 0 {
				t.Errorf("something was written outside: %v", left)
			}
		})
	}
}

// An install that fails half way is taken back: here the third file is checked
// before the second, of the same name, is there.
func TestWriteIsTakenBack(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "a")
	f := open(t, dir)
	scan(t, f)
	old := read(t, f, "a.md")
	err := f.Write(
		folder.Write{Path: "a.md", Content: []byte("first"), Old: old},
		folder.Write{Path: "new.md", Content: []byte("new")},
		folder.Write{Path: "new.md", Content: []byte("again")},
	)
	if !errors.Is(err, folder.ErrChanged) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(map[string]string{"a.md": "a"}, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRemove(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "a")
	f := open(t, dir)
	scan(t, f)
	for range 2 {
		must(t, f.Remove("a.md"))
	}
	if left := tree(t, dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func link(name, target string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		must(t, os.Symlink(strings.TrimSuffix(target, "/"), filepath.Join(dir, name)))
	}
}
