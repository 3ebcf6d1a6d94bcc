package folder_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
)

func TestScanListsFiles(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		"a.md", "B.MD", "sub/deep/c.md", "no.txt", ".hidden.md", ".obsidian/d.md", "sub/.git/e.md",
		"Cafe\u0301.md", "bad\nname.md", "bad\ndir/f.md",
	} {
		put(t, dir, path, "x")
	}
	must(t, os.Mkdir(filepath.Join(dir, "folder.md"), 0o755))
	got := scan(t, open(t, dir))
	want := []string{"B.MD", "Cafe\u0301.md", "a.md", "sub/deep/c.md"}
	if diff := cmp.Diff(want, paths(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Skipped != 2 {
		t.Errorf("%d names skipped, want 2", got.Skipped)
	}
}

func TestScanFollowsNoLink(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	put(t, outside, "secret.md", "x")
	put(t, dir, "sub/a.md", "x")
	for name, target := range map[string]string{
		"file.md": filepath.Join(outside, "secret.md"), "inside.md": "sub/a.md", "dangling.md": "nowhere",
		"out": outside, "loop": ".", "sub/up": "..",
	} {
		must(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	f := open(t, dir)
	if diff := cmp.Diff([]string{"sub/a.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, path := range []string{"file.md", "inside.md", "dangling.md", "out/secret.md", "../x.md"} {
		if read, err := f.Read(path); err == nil {
			t.Errorf("Read(%q) = %q, want an error", path, read.Content)
		}
	}
}

func TestScanOfAnAbsentFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "notes")
	f := open(t, dir)
	if got := paths(t, scan(t, f)); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Error("the folder was made by looking at it")
	}
	put(t, dir, "a.md", "x")
	if diff := cmp.Diff([]string{"a.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("after it was made (-want +got):\n%s", diff)
	}
	must(t, os.RemoveAll(dir))
	if got := paths(t, scan(t, f)); len(got) != 0 {
		t.Errorf("after it was removed: %q", got)
	}
}

func TestScanOfAFile(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "x")
	if _, err := open(t, filepath.Join(dir, "a.md")).Scan(context.Background()); err == nil {
		t.Error("a file passes for a folder")
	}
}

func TestScanOfAReplacedFolder(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "notes")
	put(t, dir, "old.md", "x")
	f := open(t, dir)
	scan(t, f)
	must(t, os.Rename(dir, dir+".old"))
	put(t, dir, "new.md", "x")
	if diff := cmp.Diff([]string{"new.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The same below a folder that is replaced, and with a write in between.
	f = open(t, filepath.Join(parent, "notes.old"))
	scan(t, f)
	must(t, os.Rename(dir+".old", dir+".gone"))
	put(t, dir+".old", "other.md", "x")
	must(t, f.Write(folder.Write{Path: "written.md"}))
	put(t, dir+".old", "later.md", "x")
	if diff := cmp.Diff([]string{"later.md", "other.md", "written.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("with a write in between (-want +got):\n%s", diff)
	}
}

func TestScanOfAFlatFolder(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.json", "x")
	put(t, dir, "sub/b.json", "x")
	f := folder.New(folder.Options{Path: dir, Suffixes: []string{".json"}, Flat: true})
	defer f.Close()
	if diff := cmp.Diff([]string{"a.json"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestScanEndsWithItsContext(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "x")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := open(t, dir)
	if _, err := f.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff([]string{"a.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("the next scan (-want +got):\n%s", diff)
	}
}

func TestReadRefusesWhatIsTooLarge(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", strings.Repeat("x", 1001))
	f := open(t, dir)
	listed := scan(t, f).Files
	read, err := f.Read("a.md")
	if !errors.Is(err, folder.ErrTooLarge) || read.Content != nil {
		t.Errorf("got %d bytes, %v", len(read.Content), err)
	}
	if read.Stamp != listed[0].Stamp {
		t.Error("its stamp is not given")
	}
	must(t, os.Truncate(filepath.Join(dir, "a.md"), 1<<40)) // a hole: no memory has room for it
	if _, err := f.Read("a.md"); !errors.Is(err, folder.ErrTooLarge) {
		t.Errorf("a huge file: %v", err)
	}
}

func TestCheckPath(t *testing.T) {
	for _, path := range []string{"a.md", "projects/harbour.md", "日本/港.md", "a b.md", "x", strings.Repeat("a", 255)} {
		if err := folder.CheckPath(path); err != nil {
			t.Errorf("CheckPath(%q) = %v", path, err)
		}
	}
	for _, path := range []string{
		"", "/a.md", "../a.md", "a/../b.md", "./a.md", "a//b.md", "a/", ".a.md", "a/.b/c.md", `a\b.md`, "a\nb.md",
		"a\x00.md", "a\u0085b.md", "a\u2028b.md", "a\xff.md", strings.Repeat("a", 256), strings.Repeat("a/", 600) + "b",
	} {
		if err := folder.CheckPath(path); !errors.Is(err, folder.ErrPath) {
			t.Errorf("CheckPath(%q) = %v, want ErrPath", path, err)
		}
	}
}
