package folder_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/folder"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open gives a folder of .md files of at most 1000 bytes.
func open(t *testing.T, dir string) *folder.Folder {
	t.Helper()
	return openAt(t, dir, nil)
}

func openAt(t *testing.T, dir string, now func() time.Time) *folder.Folder {
	t.Helper()
	f := folder.New(folder.Options{Path: dir, Suffixes: []string{".md"}, MaxSize: 1000, Now: now})
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func scan(t *testing.T, f *folder.Folder) folder.Scan {
	t.Helper()
	s, err := f.Scan(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// paths are the sorted paths of a scan of everything.
func paths(t *testing.T, s folder.Scan) []string {
	t.Helper()
	if !s.All {
		t.Fatalf("the scan tells of changes only: %q", s.Changed)
	}
	list := []string{}
	for _, entry := range s.Files {
		list = append(list, entry.Path)
	}
	slices.Sort(list)
	return list
}

// put writes a file and the folders it needs.
func put(t *testing.T, dir, path, content string) {
	t.Helper()
	full := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
