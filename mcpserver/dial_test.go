package mcpserver_test

import (
	"bufio"
	"fmt"
	"io"
	"testing"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
)

// dialed is one connection to a server outside of any bubble, for what cannot
// run in one: real races, locks that are held, other people's clients.
type dialed struct {
	t     testing.TB
	setup setup
	in    *io.PipeReader // what the server writes
	out   *io.PipeWriter // what the server reads
	lines *bufio.Scanner // of in
	ended chan error
}

func dial(t testing.TB, changes ...func(*setup)) *dialed {
	t.Helper()
	d := &dialed{t: t, ended: make(chan error, 1), setup: setup{runtime: fakeruntime.New(), audit: &fakeruntime.Audit{}}}
	for _, change := range changes {
		change(&d.setup)
	}
	server := newServer(t, d.setup)
	var serverIn *io.PipeReader
	var serverOut *io.PipeWriter
	serverIn, d.out = io.Pipe()
	d.in, serverOut = io.Pipe()
	d.lines = bufio.NewScanner(d.in)
	d.lines.Buffer(nil, 32<<20)
	go func() {
		d.ended <- server.Serve(t.Context(), serverIn, serverOut)
		_ = serverOut.Close()
		_ = serverIn.Close()
	}()
	return d
}

// dialInitialized is dial, with the handshake done.
func dialInitialized(t testing.TB, changes ...func(*setup)) *dialed {
	t.Helper()
	d := dial(t, changes...)
	d.send(initLine)
	d.next()
	return d
}

func (d *dialed) send(line string) {
	d.t.Helper()
	if _, err := fmt.Fprintln(d.out, line); err != nil {
		d.t.Fatal(err)
	}
}

// next waits for the next line.
func (d *dialed) next() string {
	d.t.Helper()
	if !d.lines.Scan() {
		d.t.Fatalf("no line: %v", d.lines.Err())
	}
	return d.lines.Text()
}

// close ends the input, reads on to the end of the output, and waits.
func (d *dialed) close() {
	d.t.Helper()
	_ = d.out.Close()
	for d.lines.Scan() {
		d.t.Errorf("unexpected line %.200s", d.lines.Text())
	}
	if err := <-d.ended; err != nil {
		d.t.Errorf("Serve = %v", err)
	}
}
