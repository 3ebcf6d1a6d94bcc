package folder_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"golang.org/x/sys/unix"
)

// Every way to change a note shows in the next scan, without a new listing where
// one file is concerned.
func TestScanSeesEveryChange(t *testing.T) {
	tests := []struct {
		name    string
		change  func(t *testing.T, dir, outside string)
		changed []string // empty: a new listing
		files   []string // of a new listing
	}{
		{"a new file", func(t *testing.T, dir, _ string) { put(t, dir, "sub/new.md", "x") }, []string{"sub/new.md"}, nil},
		{"a rewritten file", func(t *testing.T, dir, _ string) { put(t, dir, "a.md", "y") }, []string{"a.md"}, nil},
		{"one byte in place, times kept", overwrite, []string{"a.md"}, nil},
		{"a mapped file", mapped, []string{"a.md"}, nil},
		{"a truncated file", func(t *testing.T, dir, _ string) { must(t, os.Truncate(filepath.Join(dir, "a.md"), 0)) }, []string{"a.md"}, nil},
		{"a removed file", func(t *testing.T, dir, _ string) { must(t, os.Remove(filepath.Join(dir, "a.md"))) }, []string{"a.md"}, nil},
		{"a renamed file", func(t *testing.T, dir, _ string) { rename(t, dir, "a.md", dir, "z.md") }, []string{"a.md", "z.md"}, nil},
		{"an editor's save", func(t *testing.T, dir, _ string) {
			put(t, dir, ".a.md.swp", "new")
			rename(t, dir, ".a.md.swp", dir, "a.md")
		}, []string{"a.md"}, nil},
		{"a file from outside", func(t *testing.T, dir, outside string) { rename(t, outside, "o.md", dir, "sub/o.md") }, []string{"sub/o.md"}, nil},
		{"a mode", func(t *testing.T, dir, _ string) { must(t, os.Chmod(filepath.Join(dir, "a.md"), 0o600)) }, []string{"a.md"}, nil},
		{"a new folder with a file", func(t *testing.T, dir, _ string) { put(t, dir, "new/n.md", "x") }, nil, []string{"a.md", "new/n.md", "sub/b.md"}},
		{"a moved folder", func(t *testing.T, dir, _ string) { rename(t, dir, "sub", dir, "moved") }, nil, []string{"a.md", "moved/b.md"}},
		{"a removed folder", func(t *testing.T, dir, _ string) { must(t, os.RemoveAll(filepath.Join(dir, "sub"))) }, nil, []string{"a.md"}},
		{"a folder from outside", func(t *testing.T, dir, outside string) { rename(t, outside, "tree", dir, "tree") }, nil, []string{"a.md", "sub/b.md", "tree/t.md"}},
		{"more than the queue holds", flood, nil, []string{"a.md", "sub/b.md"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir, outside := t.TempDir(), t.TempDir()
			put(t, dir, "a.md", "x")
			put(t, dir, "sub/b.md", "x")
			put(t, outside, "o.md", "x")
			put(t, outside, "tree/t.md", "x")
			f := open(t, dir)
			scan(t, f)
			if again := scan(t, f); again.All || len(again.Changed) > 0 {
				t.Fatalf("nothing has changed, yet: %+v", again)
			}
			tt.change(t, dir, outside)
			got := scan(t, f)
			if tt.changed == nil {
				if diff := cmp.Diff(tt.files, paths(t, got)); diff != "" {
					t.Errorf("files (-want +got):\n%s", diff)
				}
				return
			}
			slices.Sort(got.Changed)
			if diff := cmp.Diff(folder.Scan{Changed: tt.changed}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestScanIgnoresWhatDoesNotCount(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "x")
	put(t, dir, ".obsidian/workspace.json", "x")
	f := open(t, dir)
	scan(t, f)
	put(t, dir, ".obsidian/new/x.md", "x")
	put(t, dir, ".trash/x.md", "x")
	put(t, dir, "image.png", "x")
	if got := scan(t, f); got.All || len(got.Changed) > 0 {
		t.Errorf("got %+v", got)
	}
}

func TestScanThroughALinkedFolder(t *testing.T) {
	parent := t.TempDir()
	put(t, parent, "vault/a.md", "x")
	put(t, parent, "other/b.md", "x")
	link := filepath.Join(parent, "notes")
	must(t, os.Symlink("vault", link))
	f := open(t, link)
	scan(t, f)
	put(t, parent, "vault/a.md", "y")
	if diff := cmp.Diff(folder.Scan{Changed: []string{"a.md"}}, scan(t, f)); diff != "" {
		t.Errorf("a change behind the link (-want +got):\n%s", diff)
	}
	must(t, os.Remove(link))
	must(t, os.Symlink("other", link))
	if diff := cmp.Diff([]string{"b.md"}, paths(t, scan(t, f))); diff != "" {
		t.Errorf("after the link was turned (-want +got):\n%s", diff)
	}
}

// A note with a second name can be written under that one, unseen by a watch.
func TestScanListsWhileAFileHasTwoNames(t *testing.T) {
	now := time.Now()
	dir, outside := t.TempDir(), t.TempDir()
	put(t, dir, "a.md", "x")
	must(t, os.Link(filepath.Join(dir, "a.md"), filepath.Join(outside, "a.md")))
	f := openAt(t, dir, func() time.Time { return now })
	before := scan(t, f).Files[0].Stamp
	put(t, outside, "a.md", "longer")
	after := scan(t, f)
	if !after.All || after.Files[0].Stamp == before {
		t.Errorf("got %+v, want a new listing with another stamp", after)
	}
	must(t, os.Remove(filepath.Join(outside, "a.md")))
	now = now.Add(31 * time.Second)
	if !scan(t, f).All || scan(t, f).All {
		t.Error("no watch is tried again")
	}
}

// What a watch cannot see is seen after a while.
func TestScanListsNowAndThen(t *testing.T) {
	now := time.Now()
	dir := t.TempDir()
	put(t, dir, "a.md", "x")
	f := openAt(t, dir, func() time.Time { return now })
	scan(t, f)
	now = now.Add(29 * time.Second)
	if scan(t, f).All {
		t.Error("a new listing after 29 s")
	}
	now = now.Add(2 * time.Second)
	if !scan(t, f).All {
		t.Error("no new listing after 31 s")
	}
}

func TestScanListsInvalidNamesAsSkipped(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "bad\xff.md", "x")
	f := open(t, dir)
	if got := scan(t, f); len(got.Files) != 0 || got.Skipped != 1 {
		t.Errorf("got %+v", got)
	}
	put(t, dir, "bad\xfe.md", "x")
	if got := scan(t, f); got.All || len(got.Changed) != 0 {
		t.Errorf("a change of such a file: %+v", got)
	}
}

// A pipe in place of a note must not hold anything up.
func TestPipesAreNoFiles(t *testing.T) {
	dir := t.TempDir()
	must(t, unix.Mkfifo(filepath.Join(dir, "pipe.md"), 0o600))
	f := open(t, dir)
	if got := paths(t, scan(t, f)); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	if _, err := f.Read("pipe.md"); err == nil {
		t.Error("a pipe was read")
	}
}

func rename(t *testing.T, fromDir, from, toDir, to string) {
	t.Helper()
	must(t, os.Rename(filepath.Join(fromDir, from), filepath.Join(toDir, to)))
}

// overwrite changes a byte and sets the times back.
func overwrite(t *testing.T, dir, _ string) {
	path := filepath.Join(dir, "a.md")
	info, err := os.Stat(path)
	must(t, err)
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	_, err = file.WriteAt([]byte("y"), 0)
	must(t, err)
	must(t, file.Close())
	must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// mapped changes a byte through a memory mapping, which is no write call.
func mapped(t *testing.T, dir, _ string) {
	file, err := os.OpenFile(filepath.Join(dir, "a.md"), os.O_RDWR, 0)
	must(t, err)
	memory, err := unix.Mmap(int(file.Fd()), 0, 1, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	must(t, err)
	memory[0] = 'y'
	must(t, unix.Munmap(memory))
	must(t, file.Close())
}

// flood causes more events than the kernel keeps.
func flood(t *testing.T, dir, _ string) {
	limit, err := os.ReadFile("/proc/sys/fs/inotify/max_queued_events")
	must(t, err)
	n, err := strconv.Atoi(strings.TrimSpace(string(limit)))
	must(t, err)
	for range n/2 + 1 {
		rename(t, dir, "a.md", dir, "z.md")
		rename(t, dir, "z.md", dir, "a.md")
	}
}
