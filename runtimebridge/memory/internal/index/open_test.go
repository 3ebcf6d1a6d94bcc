package index_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/memory/internal/index"
)

func TestOpenKeepsWhatItCanUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.db")
	ix := open(t, path)
	write(t, ix, document("a.md", 1, "crane"))
	again, rebuilt, err := index.Open(background, path, "notes")
	if err != nil || rebuilt {
		t.Fatalf("rebuilt %t, %v", rebuilt, err)
	}
	defer again.Close()
	if got := query(t, again, "crane"); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// Whatever is in the way, the index works afterwards, and is empty.
func TestOpenRebuilds(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, path string)
	}{
		{"an older version", statement("PRAGMA user_version = 0")},
		{"a newer version", statement("PRAGMA user_version = 999")},
		{"another folder", statement("UPDATE origin SET folder = 'elsewhere'")},
		{"no folder", statement("DELETE FROM origin")},
		{"a foreign database", statement("DROP TABLE origin")},
		{"a text file", content([]byte("not a database, but long enough to be taken for one, perhaps\n"))},
		{"a longer text file", content(bytes.Repeat([]byte("text "), 5000))},
		{"a damaged header", overwrite(0)},
		{"a damaged schema", overwrite(100)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "index.db")
			ix := open(t, path)
			write(t, ix, document("a.md", 1, "crane"))
			must(t, ix.Close())
			tt.spoil(t, path)
			ix, rebuilt, err := index.Open(background, path, "notes")
			must(t, err)
			defer ix.Close()
			if !rebuilt {
				t.Error("not said to be rebuilt")
			}
			if got := query(t, ix, "crane"); got != nil {
				t.Errorf("an old hit: %q", got)
			}
			write(t, ix, document("b.md", 1, "crane"))
			if got := query(t, ix, "crane"); len(got) != 1 {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestDamageIsRecognized(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.db")
	ix := open(t, path)
	for i := range 50 {
		write(t, ix, document(string(rune('a'+i)), int64(i), "crane winch harbour"))
	}
	must(t, ix.Close())
	file, err := os.ReadFile(path)
	must(t, err)
	for i := 8192; i < len(file); i++ {
		file[i] = 0x55
	}
	must(t, os.WriteFile(path, file, 0o600))
	ix, _, err = index.Open(background, path, "notes")
	if err == nil {
		_, err = ix.Query(background, index.Query{Terms: []string{"crane"}, Limit: 5})
		must(t, ix.Close())
	}
	if !index.Damaged(err) {
		t.Errorf("got %v", err)
	}
}

func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "target"), nil, 0o600))
	must(t, os.Symlink("target", filepath.Join(dir, "link")))
	for _, name := range []string{"folder", "link"} {
		if _, _, err := index.Open(background, filepath.Join(dir, name), "notes"); !errors.Is(err, index.ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpenMakesPrivateFilesWhereItIsTold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "st#te?x=%41 &mode=memory")
	path := filepath.Join(dir, "in#dex?.db")
	write(t, open(t, path), document("a.md", 1, "crane"))
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: %v, %v", info, err)
	}
}

func TestReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.db")
	ix := open(t, path)
	write(t, ix, document("a.md", 1, "crane"))
	if ix.Replaced() {
		t.Error("an index in use passes for replaced")
	}
	must(t, index.Remove(path))
	if !ix.Replaced() {
		t.Error("a removed index does not")
	}
	open(t, path)
	if !ix.Replaced() {
		t.Error("an index built anew does not")
	}
}

func TestClosed(t *testing.T) {
	ix := openNew(t)
	must(t, ix.Close())
	must(t, ix.Close())
	if _, err := ix.Query(background, index.Query{Terms: []string{"x"}}); !errors.Is(err, index.ErrClosed) {
		t.Errorf("Query: %v", err)
	}
	if _, err := ix.Write(background, index.Batch{}, always); !errors.Is(err, index.ErrClosed) {
		t.Errorf("Write: %v", err)
	}
}

func statement(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		db, err := sql.Open("sqlite", path)
		must(t, err)
		_, err = db.Exec(text)
		must(t, errors.Join(err, db.Close()))
	}
}

func content(bytes []byte) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		must(t, os.WriteFile(path, bytes, 0o600))
	}
}

// overwrite spoils some bytes of the file.
func overwrite(at int64) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		must(t, err)
		_, err = file.WriteAt(bytes.Repeat([]byte{0x55}, 64), at)
		must(t, errors.Join(err, file.Close()))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
