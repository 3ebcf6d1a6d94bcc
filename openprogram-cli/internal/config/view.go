package config

import (
	"os"
	"sync"
	"time"
)

// View gives the configuration as it is now, for settings that apply without a
// restart. It reads the file again only when the file may have changed. It may
// be used from many goroutines.
type View struct {
	file File

	mu     sync.Mutex
	stamp  stamp
	config Config
	err    error
}

// settled is the age from which on a modification time tells two states of a
// file apart: below it, two writes may share one tick of the clock.
const settled = 2 * time.Second

// stamp tells one state of a file from the next.
type stamp struct {
	info    os.FileInfo // nil when there was no file
	settled bool
}

// NewView gives a view of the file. Nothing is read yet.
func NewView(file File) *View { return &View{file: file} }

// File is the file that the view is of.
func (v *View) File() File { return v.file }

// Load is File.Load of the file as it is now. Callers share the result and must
// not change its lists.
func (v *View) Load() (Config, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := stampOf(v.file.Path)
	if !v.stamp.settled || !now.same(v.stamp) {
		v.stamp = now
		v.config, v.err = v.file.Load()
	}
	return v.config, v.err
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info: info, settled: time.Since(info.ModTime()) > settled}
}

func (s stamp) same(other stamp) bool {
	return s.info != nil && other.info != nil && os.SameFile(s.info, other.info) &&
		s.info.ModTime().Equal(other.info.ModTime()) && s.info.Size() == other.info.Size()
}
