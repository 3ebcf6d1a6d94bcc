package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// window is how many requests one connection has in flight: as many as a client
// that works hard, and far fewer than a server takes.
const window = 8

// patience is how long nothing may come back before a server counts as hung, and
// how long it may take to end. It is far beyond what a slow machine needs.
const patience = time.Minute

// ending is how a connection comes to its end.
type ending int

const (
	byEOF ending = iota
	bySignal
	byKill
)

// connection is one server process and what was sent to it.
type connection struct {
	name   string
	client *client
	random *rand.Rand // of the driver alone
	ledger *ledger
	shared *meetingPlace
	stuck  time.Duration

	command *exec.Cmd
	stderr  bytes.Buffer
	places  chan struct{} // one for each request in flight
	drained chan struct{} // closed after the last line of output

	mu     sync.Mutex // of what is written
	in     io.WriteCloser
	closed bool
	next   int

	later    sync.WaitGroup         // what was put off by a little
	revision atomic.Pointer[string] // of the notes, as it was last seen
}

const handshake = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"soak","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// connect starts a server for a client's so manieth connection.
func (s *soak) connect(c *client, generation int) (*connection, error) {
	name := fmt.Sprintf("c%d.%d", c.number, generation)
	conn := &connection{
		name: name, client: c, shared: s.shared, stuck: s.stuck,
		random:  rand.New(rand.NewPCG(s.seed, uint64(c.number)<<32|uint64(generation))),
		ledger:  newLedger(name, s.findings, s.timings),
		command: exec.Command(s.stage.binary, "mcp", "serve"),
		places:  make(chan struct{}, window), drained: make(chan struct{}),
	}
	conn.command.Env, conn.command.Dir = s.stage.environment(tokenVariable+"="+s.stage.token), s.stage.home
	conn.command.Stderr = &conn.stderr
	in, err := conn.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := conn.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := conn.command.Start(); err != nil {
		return nil, err
	}
	conn.in = in
	go conn.read(bufio.NewReaderSize(out, 1<<20))
	conn.places <- struct{}{}
	conn.send(&request{id: `"hello"`, kind: "start and initialize", judge: whatever}, handshake)
	return conn, nil
}

func (c *connection) read(out *bufio.Reader) {
	defer close(c.drained)
	for {
		line, err := out.ReadBytes('\n')
		if len(line) > 0 {
			c.ledger.take(line)
		}
		if err != nil {
			return
		}
	}
}

// send sends a request. One that comes after the end of the connection is settled
// without an answer. It takes a place until it is settled.
func (c *connection) send(r *request, line string) {
	settled := r.settled
	r.settled = func(a *answer) {
		if settled != nil {
			settled(a)
		}
		<-c.places
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		r.settled(nil)
		return
	}
	c.ledger.expect(r)
	_, _ = io.WriteString(c.in, line) // a server that has gone is noticed by its end
}

// sendNameless sends a frame that is answered with the id null, or, with answers
// false, not at all.
func (c *connection) sendNameless(line string, answers bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if answers {
		c.ledger.expectNameless()
	}
	_, _ = io.WriteString(c.in, line)
}

// newID is an id that no other request of the whole run has.
func (c *connection) newID() string {
	c.next++
	return fmt.Sprintf("%s-%d", c.name, c.next)
}

// after does something in a moment, unless the connection has ended by then.
func (c *connection) after(delay time.Duration, do func()) {
	c.later.Go(func() {
		select {
		case <-time.After(delay):
			do()
		case <-c.drained:
		}
	})
}

// drive sends requests of all kinds until the time has come. It reports false
// when the server has ended or hangs.
func (c *connection) drive(until <-chan struct{}) bool {
	for {
		select {
		case c.places <- struct{}{}:
			c.act()
		case <-until:
			return true
		case <-c.drained:
			c.ledger.findings.add(crash, c.name, "the server ended by itself")
			return false
		case <-time.After(c.stuck):
			c.ledger.findings.add(lostAnswer, c.name, "nothing was answered for %s", c.stuck)
			return false
		}
	}
}

// end ends the connection and looks at how the server takes it. It gives how the
// server has really ended: one that did not manage to clean up in time after a
// signal says so with its exit code, and counts as killed; so does one that the
// signal met before it had begun to serve.
func (c *connection) end(how ending) ending {
	c.mu.Lock()
	c.closed = true
	c.ledger.beginEnd()
	switch how {
	case byEOF:
		_ = c.in.Close()
	case bySignal:
		_ = c.command.Process.Signal(syscall.SIGTERM)
	case byKill:
		_ = c.command.Process.Kill()
	}
	c.mu.Unlock()
	select {
	case <-c.drained:
	case <-time.After(c.stuck):
		c.ledger.findings.add(lateEnd, c.name, "it has not ended after %s", c.stuck)
		_ = c.command.Process.Kill()
		<-c.drained
		how = byKill
	}
	_ = c.command.Wait()
	c.later.Wait()
	switch code := c.command.ProcessState.ExitCode(); {
	case how == bySignal && (code == 1 || code == -1 && c.ledger.nothingAnswered()):
		how = byKill
	case how != byKill && code != 0:
		c.ledger.findings.add(crash, c.name, "exit code %d, %.300q on stderr", code, c.stderr.String())
	}
	if said := c.stderr.String(); strings.Contains(said, "panic") || strings.Contains(said, "goroutine") {
		c.ledger.findings.add(crash, c.name, "%.500q on stderr", said)
	}
	c.ledger.close(how == byEOF)
	return how
}
