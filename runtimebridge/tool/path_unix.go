//go:build unix

package tool

import (
	"errors"
	"syscall"
)

func isNotDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
