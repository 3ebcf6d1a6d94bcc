package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestPack(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "x_linux_amd64")
	for name, mode := range map[string]os.FileMode{"program": 0o755, "man/page.1": 0o644} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, out := range []string{"a.tar.gz", "b.tar.gz", "a.zip", "b.zip"} {
		if err := pack(folder, filepath.Join(dir, out), "x"); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{".tar.gz", ".zip"} {
		a, _ := os.ReadFile(filepath.Join(dir, "a"+kind))
		b, _ := os.ReadFile(filepath.Join(dir, "b"+kind))
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("two archives of the same files differ: %s", kind)
		}
	}
	if got := tarModes(t, filepath.Join(dir, "a.tar.gz")); got["x/program"] != 0o755 || got["x/man/page.1"] != 0o644 || len(got) != 2 {
		t.Errorf("tar holds %v", got)
	}
	zipped, err := zip.OpenReader(filepath.Join(dir, "a.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer zipped.Close()
	if len(zipped.File) != 2 || zipped.File[1].Name != "x/program" || zipped.File[1].Mode().Perm() != 0o755 {
		t.Errorf("zip holds %v", zipped.File)
	}
}

func tarModes(t *testing.T, path string) map[string]int64 {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	compressed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]int64{}
	for r := tar.NewReader(compressed); ; {
		header, err := r.Next()
		if err == io.EOF {
			return modes
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[header.Name] = header.Mode
	}
}
