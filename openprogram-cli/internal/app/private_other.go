//go:build !unix

package app

import (
	"io/fs"
	"os"
)

// openPrivate refuses: without POSIX modes nobody can tell who reads a file.
func openPrivate(string) (*os.File, error) { return nil, errNotPrivate }

func ownedByUs(fs.FileInfo) bool { return false }
