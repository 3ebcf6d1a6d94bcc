//go:build unix

package file

import "syscall"

// openNonblock keeps open from waiting for the other end of a FIFO.
const openNonblock = syscall.O_NONBLOCK
