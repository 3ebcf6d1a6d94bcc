//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

func redirect() (*os.File, error) {
	// Close-on-exec, so that no child can hold the client's pipe open.
	taken, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, err
	}
	if err := duplicate(2, 1); err != nil {
		unix.Close(taken)
		return nil, err
	}
	return os.NewFile(uintptr(taken), "frames"), nil
}
