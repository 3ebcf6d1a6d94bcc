package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is a configuration file, whether or not it exists.
type File struct {
	Path string // absolute; the state directory is its parent
	Home string // what ~/ stands for; may be empty
}

// Load reads the file. A file that is not there gives the defaults; one that is
// there in any other state than correct gives an *Error.
func (f File) Load() (Config, error) {
	tree, err := f.tree()
	if err != nil {
		return Config{}, err
	}
	return f.config(tree)
}

// tree reads the file into a checked tree.
func (f File) tree() (map[string]any, error) {
	tree, err := f.decoded()
	if err != nil {
		return nil, err
	}
	return tree, check(tree)
}

// decoded reads the file into a tree of valid JSON, keys and types unchecked.
func (f File) decoded() (map[string]any, error) {
	data, err := f.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return map[string]any{}, nil
	case err != nil:
		return nil, err
	}
	return decode(data)
}

func (f File) read() ([]byte, error) {
	info, err := os.Stat(f.Path)
	if err != nil {
		return nil, readError(err)
	}
	// Asked before opening: opening a FIFO would wait for a writer.
	if !info.Mode().IsRegular() {
		return nil, &Error{Problem: "config.json is not a regular file"}
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, readError(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	switch {
	case err != nil:
		return nil, readError(err)
	case len(data) > maxFile:
		return nil, &Error{Problem: "config.json is larger than 1 MiB"}
	}
	return data, nil
}

func readError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fs.ErrNotExist
	}
	return &Error{Problem: "config.json cannot be read"}
}

func (f File) sibling(name string) string { return filepath.Join(filepath.Dir(f.Path), name) }

// Expand gives a path as it is used: a leading ~ is the home directory.
func (f File) Expand(path string) string {
	expanded, _ := f.expand(path)
	return expanded
}

// expand replaces a leading ~. It reports false when there is no home to put in
// its place.
func (f File) expand(path string) (string, bool) {
	rest, tilde := strings.CutPrefix(path, "~")
	switch {
	case path == "":
		return "", true
	case !tilde:
		return filepath.Clean(path), true
	}
	return filepath.Join(f.Home, rest), f.Home != ""
}
