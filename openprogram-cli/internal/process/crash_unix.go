//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// divert gives a copy of descriptor 2 and points that itself at nothing.
func divert() (taken *os.File, reopen func(), err error) {
	nothing, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, nil, err
	}
	defer nothing.Close()
	copied, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, nil, err
	}
	if err := duplicate(int(nothing.Fd()), 2); err != nil {
		unix.Close(copied)
		return nil, nil, err
	}
	return os.NewFile(uintptr(copied), "stderr"), func() { _ = duplicate(copied, 2) }, nil
}
