package process

import (
	"io/fs"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// awaitable opens a pipe once more, so that the runtime is told when there is
// something to read. A read that blocks keeps a thread, and handing what it was
// about to run to another one takes longer than a small call. The new opening
// has a mode of its own: whoever shares f sees no change. Anything but a pipe,
// and a pipe that cannot be opened again, is f itself.
func awaitable(f *os.File) *os.File {
	info, err := f.Stat()
	if err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		return f
	}
	again, err := os.OpenFile("/proc/self/fd/"+strconv.Itoa(int(f.Fd())), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return f
	}
	return again
}
