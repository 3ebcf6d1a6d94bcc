//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package audit

import "os"

func makeFolder(string) error  { return ErrUnsupportedPlatform }
func checkFolder(string) error { return ErrUnsupportedPlatform }

func openPrivate(string, int) (*os.File, error) { return nil, ErrUnsupportedPlatform }

func tryLock(*os.File, bool) (bool, error) { return false, ErrUnsupportedPlatform }

func unlock(*os.File) {}
