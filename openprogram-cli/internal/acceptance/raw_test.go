//go:build unix

package acceptance_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// raw is a server whose client is this test: it writes what it likes and holds
// every byte that comes back to the protocol.
type raw struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr bytes.Buffer // to be read when the server has ended

	mu         sync.Mutex
	answers    map[string][]frame // by the id as it stood on the wire
	arrived    chan struct{}      // closed and replaced with every line
	progress   int
	progressed []string // the frames of progress
	wrong      []string // lines that are no answer and no progress
	ended      chan struct{}
}

// talk starts a server and does the handshake, with id 1.
func (h *home) talk(arguments ...string) *raw {
	h.t.Helper()
	r := newRaw(h.t, h.server(arguments...))
	r.write(initialize)
	r.await("1")
	return r
}

func newRaw(t *testing.T, c *exec.Cmd) *raw {
	t.Helper()
	r := &raw{t: t, cmd: c, answers: map[string][]frame{}, arrived: make(chan struct{}), ended: make(chan struct{})}
	var err error
	if r.stdin, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if c.Stderr == nil {
		c.Stderr = &r.stderr
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	go r.read(bufio.NewReaderSize(stdout, 1<<20))
	return r
}

func (r *raw) read(out *bufio.Reader) {
	defer close(r.ended)
	for {
		line, err := out.ReadBytes('\n')
		if len(line) > 0 {
			r.take(line)
		}
		if err != nil {
			return
		}
	}
}

// take keeps one line of the server's.
func (r *raw) take(line []byte) {
	var f frame
	var members map[string]json.RawMessage
	wellFormed := json.Unmarshal(line, &f) == nil && json.Unmarshal(line, &members) == nil &&
		string(members["jsonrpc"]) == `"2.0"` && len(members) == 3 && line[len(line)-1] == '\n'
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case wellFormed && f.Method == "notifications/progress":
		r.progress++
		r.progressed = append(r.progressed, string(line))
	case wellFormed && f.Method == "" && (f.Result != nil) != (f.Error != nil):
		r.answers[string(f.ID)] = append(r.answers[string(f.ID)], f)
	default:
		r.wrong = append(r.wrong, string(line[:min(len(line), 200)]))
	}
	close(r.arrived)
	r.arrived = make(chan struct{})
}

func (r *raw) write(data string) {
	r.t.Helper()
	if _, err := io.WriteString(r.stdin, data); err != nil {
		r.t.Fatalf("the server does not read: %v", err)
	}
}

// await waits for an answer to the request with this id.
func (r *raw) await(id string) frame {
	r.t.Helper()
	return r.awaitNth(id, 1)
}

// awaitNth waits for the nth answer to requests that share an id, one after the
// other.
func (r *raw) awaitNth(id string, n int) frame {
	r.t.Helper()
	timeout := time.After(10 * patience)
	for {
		r.mu.Lock()
		got, arrived := r.answers[id], r.arrived
		r.mu.Unlock()
		if len(got) >= n {
			return got[len(got)-1]
		}
		select {
		case <-arrived:
		case <-r.ended:
			r.t.Fatalf("the server ended without an answer to %s", id)
		case <-timeout:
			r.t.Fatalf("no answer to request %s", id)
		}
	}
}

// call calls a wrapper tool and waits for the answer.
func (r *raw) call(id int, tool, arguments string) frame {
	r.t.Helper()
	r.write(call(fmt.Sprint(id), tool, arguments))
	return r.await(fmt.Sprint(id))
}

// close ends the input; the server has to end well, and to have kept to the
// protocol to its last byte.
func (r *raw) close() {
	r.t.Helper()
	r.stdin.Close()
	select {
	case <-r.ended:
	case <-time.After(patience):
		r.t.Fatal("the server does not end")
	}
	if err := r.cmd.Wait(); err != nil {
		r.t.Errorf("the server ended with %v", err)
	}
	r.keptToProtocol()
}

// keptToProtocol is for the time after the end of the output.
func (r *raw) keptToProtocol() {
	r.t.Helper()
	for _, line := range r.wrong {
		r.t.Errorf("on stdout: %q", line)
	}
	for id, answers := range r.answers {
		if id != "null" && len(answers) != 1 {
			r.t.Errorf("%d answers to request %.100s", len(answers), id)
		}
	}
}

// decodeFrame reads the payload of a wrapper tool's result.
func decodeFrame[T any](t *testing.T, f frame) T {
	t.Helper()
	var result struct {
		Content []struct{ Text string }
		IsError bool
	}
	if f.Result == nil || json.Unmarshal(f.Result, &result) != nil || len(result.Content) != 1 {
		t.Fatalf("not a result: %.300s", f.Result)
	}
	return decode[T](t, reply{text: result.Content[0].Text, isError: result.IsError})
}
