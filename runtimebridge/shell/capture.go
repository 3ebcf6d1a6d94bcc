package shell

import (
	"fmt"
	"io"
	"strings"
)

const (
	headBytes = 20_000 // of each stream, from its beginning
	tailBytes = 10_000 // and from its end
)

// capture keeps the head and the tail of a stream in bounded memory. It is for
// one goroutine at a time.
type capture struct {
	head  []byte
	tail  []byte // a ring once it is full
	start int    // where the ring begins
	total int64
}

// readAll reads a stream to its end. spent is told of every piece.
func (c *capture) readAll(r io.Reader, spent func(n int)) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := r.Read(buffer)
		c.add(buffer[:n])
		spent(n)
		if err != nil {
			return
		}
	}
}

func (c *capture) add(p []byte) {
	c.total += int64(len(p))
	room := min(headBytes-len(c.head), len(p))
	c.head = append(c.head, p[:room]...)
	p = p[room:]
	if len(p) > tailBytes {
		p = p[len(p)-tailBytes:]
	}
	for _, b := range p {
		if len(c.tail) < tailBytes {
			c.tail = append(c.tail, b)
			continue
		}
		c.tail[c.start] = b
		c.start = (c.start + 1) % tailBytes
	}
}

// text is what was kept. Where something is missing it says how much.
func (c *capture) text() string {
	tail := string(c.tail[c.start:]) + string(c.tail[:c.start])
	missing := c.total - int64(len(c.head)+len(tail))
	if missing == 0 {
		return strings.ToValidUTF8(string(c.head)+tail, "\uFFFD")
	}
	return strings.ToValidUTF8(string(c.head), "\uFFFD") +
		fmt.Sprintf("\n[... %d bytes left out ...]\n", missing) +
		strings.ToValidUTF8(tail, "\uFFFD")
}
