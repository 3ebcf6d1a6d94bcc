//go:build unix

package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// Lock waits for the lock file and holds it until unlock, or until the process
// ends in any way. The file stays: removing it would let two hold the lock.
func Lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX)
		if err != unix.EINTR {
			break
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return func() { file.Close() }, nil
}
