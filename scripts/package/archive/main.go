// Command archive packs a folder beside it: NAME.tar.gz, or NAME.zip for a
// folder of Windows. Owners and times are left out, so that the same files give
// the same archive.
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "Error: want a folder, and perhaps the file to write")
		os.Exit(2)
	}
	folder := filepath.Clean(os.Args[1])
	out := folder + ".tar.gz"
	if strings.Contains(filepath.Base(folder), "_windows_") {
		out = folder + ".zip"
	}
	prefix := filepath.Base(folder)
	if len(os.Args) == 3 {
		out, prefix = os.Args[2], ""
	}
	if err := pack(folder, out, prefix); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// writer takes the files of an archive one after the other.
type writer interface {
	add(name string, mode fs.FileMode, data []byte) error
	io.Closer
}

func pack(folder, out, prefix string) error {
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	var w writer
	if strings.HasSuffix(out, ".tar.gz") {
		compressed := gzip.NewWriter(file)
		w = tarWriter{tar.NewWriter(compressed), compressed}
	} else {
		w = zipWriter{zip.NewWriter(file)}
	}
	err = addAll(w, folder, prefix)
	return errors.Join(err, w.Close(), file.Close())
}

func addAll(w writer, folder, prefix string) error {
	root := os.DirFS(folder)
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return w.add(path.Join(prefix, name), info.Mode().Perm()&0o755, data)
	})
}

// epoch is the time of every file: the first that a zip can hold.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

type tarWriter struct {
	*tar.Writer
	compressed *gzip.Writer
}

func (w tarWriter) add(name string, mode fs.FileMode, data []byte) error {
	if err := w.WriteHeader(&tar.Header{Name: name, Mode: int64(mode), Size: int64(len(data)), ModTime: epoch}); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

func (w tarWriter) Close() error { return errors.Join(w.Writer.Close(), w.compressed.Close()) }

type zipWriter struct{ *zip.Writer }

func (w zipWriter) add(name string, mode fs.FileMode, data []byte) error {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch}
	header.SetMode(mode)
	file, err := w.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return err
}
