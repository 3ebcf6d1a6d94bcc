//go:build unix

package acceptance_test

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestAClientThatFloodsAndLeavesIsNoticed has the server's reader stopped by
// answers that nobody takes, so that it cannot see the end of its input by
// reading. What it does without a look at the pipe takes a minute.
func TestAClientThatFloodsAndLeavesIsNoticed(t *testing.T) {
	h := ready(t)
	c := h.server()
	in, flood, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	unread, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); flood.Close(); unread.Close() })
	c.Stdin, c.Stdout = in, out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	in.Close()
	out.Close()

	if _, err := io.WriteString(flood, initialize); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 8<<10)
	for n := 0; err == nil; n++ {
		// Two seconds without room: the server has stopped to read.
		if err := flood.SetWriteDeadline(time.Now().Add(2 * time.Second)); err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(flood, `{"jsonrpc":"2.0","id":"`+strconv.Itoa(n)+long+`","method":"ping"}`+"\n")
	}
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("the flood ended with %v", err)
	}
	flood.Close()

	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("the server does not notice that its client has gone")
	}
	if stopped := h.audit("mcp.server.stopped"); len(stopped) != 1 {
		t.Errorf("%d stops are recorded", len(stopped))
	}
}
