package process

import "golang.org/x/sys/unix"

// readHangup is the event of a socket whose other end only reads. Some clients
// use sockets in place of pipes.
const readHangup = unix.POLLRDHUP
