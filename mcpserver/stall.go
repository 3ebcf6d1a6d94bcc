package mcpserver

import (
	"context"
	"io"
	"time"
)

// HangupReader is an input that can tell that nobody will write to it any more
// although there is something left to read. An operating system knows this of a
// pipe.
//
// Serve makes use of it when a client neither reads nor keeps its end open: since
// the answers cannot leave, the input is not read, and its end is never seen.
type HangupReader interface {
	io.Reader

	// HungUp reports whether the other end has been closed. It does not block.
	HungUp() bool
}

const (
	stallCheck   = time.Second
	hangupStall  = 3 * time.Second // how long nothing moves, for an input that has hung up
	stallTimeout = time.Minute     // and for one that cannot tell
)

// mayRead waits until there is room for the answers to one more frame. It reports
// false when the connection ends, and when the client must be taken for gone.
func (c *connection) mayRead(in io.Reader) bool {
	room, seen := c.out.roomForMore()
	for since := time.Now(); !room; {
		if c.accepting.Err() != nil || !c.out.works() {
			return false
		}
		pause, cancel := context.WithTimeout(c.accepting, stallCheck)
		c.out.awaitRoomForMore(pause.Done())
		cancel()
		var moves int
		if room, moves = c.out.roomForMore(); moves != seen {
			seen, since = moves, time.Now()
		}
		if !room && clientGone(in, time.Since(since)) {
			return false
		}
	}
	return true
}

func clientGone(in io.Reader, stuck time.Duration) bool {
	if stuck >= stallTimeout {
		return true
	}
	pipe, tells := in.(HangupReader)
	return tells && stuck >= hangupStall && pipe.HungUp()
}
