//go:build !linux

package folder

import (
	"io/fs"
	"os"
)

// watch exists on Linux only: what other systems offer tells of a change some
// time after it was made. Here every Scan lists everything.
type watch struct{}

func newWatch(string, *os.Root) *watch { return nil }

func (*watch) add(string) bool { return true }

func (*watch) covers(fs.FileInfo) bool { return true }

func (*watch) seesFile(fs.FileInfo) bool { return true }

func (*watch) changes(func(string) bool) ([]string, bool) { return nil, false }

func (*watch) close() {}
