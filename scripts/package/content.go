package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// content is a file in an archive.
type content struct {
	mode os.FileMode
	data []byte
}

// unpack reads an archive or a bundle.
func unpack(file string) (map[string]content, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(file, ".tar.gz") {
		return untar(data)
	}
	return unzip(data)
}

func untar(data []byte) (map[string]content, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	whole, err := io.ReadAll(compressed)
	if err != nil {
		return nil, err
	}
	files := map[string]content{}
	for r := tar.NewReader(bytes.NewReader(whole)); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		files[header.Name] = content{os.FileMode(header.Mode).Perm(), text}
	}
}

func unzip(data []byte) (map[string]content, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	files := map[string]content{}
	for _, entry := range r.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		file, err := entry.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, err
		}
		files[entry.Name] = content{entry.Mode().Perm(), text}
	}
	return files, nil
}

// lay writes the files into a directory.
func lay(files map[string]content, dir string) error {
	for name, file := range files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%q leads out of its archive", name)
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, file.data, file.mode); err != nil {
			return err
		}
	}
	return nil
}

// besides are files that stand beside the program in every archive. Of manual
// pages there is one for each command; these are the first and one of the last.
var besides = []string{
	"LICENSE", "README.md", "man/man1/openprogram.1", "man/man1/openprogram-mcp-serve.1",
	"completions/_openprogram", "completions/openprogram.bash", "completions/openprogram.fish", "completions/openprogram.ps1",
}

// archiveFaults finds what is missing or wrong in an archive for a system.
func archiveFaults(files map[string]content, folder, program string) []string {
	var faults []string
	want := map[string]os.FileMode{program: 0o755}
	for _, name := range besides {
		want[name] = 0o644
	}
	for name, mode := range want {
		switch file, ok := files[path.Join(folder, name)]; {
		case !ok || len(file.data) == 0:
			faults = append(faults, folder+" has no "+name)
		case file.mode != mode:
			faults = append(faults, fmt.Sprintf("%s: %s has mode %v, not %v", folder, name, file.mode, mode))
		}
	}
	for name := range files {
		if !strings.HasPrefix(name, folder+"/") {
			faults = append(faults, folder+": "+name+" lies outside the folder")
		}
	}
	return faults
}
