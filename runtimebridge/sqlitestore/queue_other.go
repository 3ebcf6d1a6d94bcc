//go:build !unix

package sqlitestore

import "os"

func openPrivateFile(string, int) (*os.File, error) { return nil, ErrUnsupported }

func tryLockFile(*os.File) bool { return true }

func unlockFile(*os.File) {}
