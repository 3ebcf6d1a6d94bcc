package folder

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"time"
)

// File is a file as it was read.
type File struct {
	Stamp   Stamp // from before the content was read
	Content []byte
	Settled bool // nothing can change without changing the stamp
}

// Stamp is the present stamp of a file.
func (f *Folder) Stamp(path string) (Stamp, error) {
	root, err := f.current()
	if err != nil {
		return Stamp{}, err
	}
	info, err := lstat(root, path)
	if err != nil {
		return Stamp{}, err
	}
	return stampOf(info), nil
}

// Read reads a file that Scan has listed. For ErrTooLarge the stamp is given too.
func (f *Folder) Read(path string) (File, error) {
	root, err := f.current()
	if err != nil {
		return File{}, err
	}
	began := time.Now()
	info, err := lstat(root, path)
	if err != nil {
		return File{}, err
	}
	file, err := root.OpenFile(path, readFlags, 0)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	opened, err := file.Stat()
	if err != nil {
		return File{}, err
	}
	if !os.SameFile(info, opened) {
		return File{}, ErrChanged
	}
	return f.content(file, opened, began)
}

func (f *Folder) content(file io.Reader, info fs.FileInfo, began time.Time) (File, error) {
	read := File{Stamp: stampOf(info)}
	read.Settled = read.Stamp.Settled(began)
	if info.Size() > f.options.MaxSize {
		return read, ErrTooLarge
	}
	content := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	n, err := content.ReadFrom(io.LimitReader(file, f.options.MaxSize+1))
	if err != nil {
		return read, err
	}
	if n > f.options.MaxSize {
		return read, ErrTooLarge
	}
	read.Content = content.Bytes()
	return read, nil
}

// lstat looks at a regular file. Anything else, a link too, is fs.ErrNotExist.
func lstat(root *os.Root, path string) (fs.FileInfo, error) {
	info, err := root.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "lstat", Path: path, Err: fs.ErrNotExist}
	}
	return info, nil
}
