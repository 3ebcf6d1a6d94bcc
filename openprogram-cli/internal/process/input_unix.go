//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// hungUp looks at the descriptor without taking it out of the runtime's hands,
// as Fd would.
func hungUp(f *os.File) bool {
	raw, err := f.SyscallConn()
	if err != nil {
		return false
	}
	gone := false
	err = raw.Control(func(fd uintptr) {
		polled := []unix.PollFd{{Fd: int32(fd), Events: readHangup}}
		n, err := unix.Poll(polled, 0)
		gone = err == nil && n > 0 && polled[0].Revents&(unix.POLLHUP|readHangup) != 0
	})
	return err == nil && gone
}
