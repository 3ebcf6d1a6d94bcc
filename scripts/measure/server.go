package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// server is a running server and a client of few words: it writes frames and
// counts answers, so that its own work is small beside the server's.
type server struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	next    int
	started time.Duration // from the start of the process to its first answer
}

const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}
`

// serve starts a server and connects.
func (w *workshop) serve(command ...string) (*server, error) {
	s := &server{process: exec.Command(command[0], command[1:]...)}
	s.process.Env, s.process.Dir = w.environ(), w.dir
	in, err := s.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.in, s.out = in, bufio.NewReaderSize(out, 1<<20)
	begin := time.Now()
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(in, initialize); err != nil {
		return nil, err
	}
	if _, err := s.answer(); err != nil {
		return nil, err
	}
	s.started = time.Since(begin)
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return s, err
}

func (w *workshop) serveProduct() (*server, error) { return w.serve(w.product, "mcp", "serve") }

func (w *workshop) serveFloor() (*server, error) { return w.serve(w.floor) }

func (s *server) stop() error {
	_ = s.in.Close()
	return s.process.Wait()
}

// answer reads one frame. A frame with an error in it is a failed measurement.
func (s *server) answer() ([]byte, error) {
	line, err := s.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("server ended: %w", err)
	}
	if bytes.Contains(line, []byte(`"error"`)) || bytes.Contains(line, []byte(`"isError":true`)) {
		return nil, fmt.Errorf("server answered %.200s", line)
	}
	return line, nil
}

// frame is one call of a tool.
func (s *server) frame(tool, arguments string) string {
	s.next++
	return `{"jsonrpc":"2.0","id":` + strconv.Itoa(s.next) + `,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}` + "\n"
}

// call makes one call and waits for its answer.
func (s *server) call(tool, arguments string) ([]byte, time.Duration, error) {
	begin := time.Now()
	if _, err := io.WriteString(s.in, s.frame(tool, arguments)); err != nil {
		return nil, 0, err
	}
	line, err := s.answer()
	return line, time.Since(begin), err
}

// pipeline makes n calls with at most window of them in flight and gives the
// rate, in calls a second.
func (s *server) pipeline(tool, arguments string, n, window int) (float64, error) {
	free := make(chan struct{}, window)
	failed := make(chan error, 1)
	begin := time.Now()
	go func() {
		for range n {
			free <- struct{}{}
			if _, err := io.WriteString(s.in, s.frame(tool, arguments)); err != nil {
				failed <- err
				return
			}
		}
		failed <- nil
	}()
	for range n {
		if _, err := s.answer(); err != nil {
			return 0, err
		}
		<-free
	}
	return float64(n) / time.Since(begin).Seconds(), <-failed
}

var residentLine = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident is the memory that the process holds, in MiB.
func (s *server) resident() (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	found := residentLine.FindSubmatch(status)
	if found == nil {
		return 0, fmt.Errorf("no VmRSS")
	}
	kib, err := strconv.ParseFloat(string(found[1]), 64)
	return kib / 1024, err
}
