//go:build unix

package shell

import (
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// drainGrace is for the rest of the output, once nothing of the command is left.
const drainGrace = 500 * time.Millisecond

// streams are the two outputs of a command while it runs.
type streams struct {
	stdout, stderr capture
	flood          chan struct{} // closed when too much has come

	readers, writers []*os.File
	reading          sync.WaitGroup
	left             atomic.Int64
	once             sync.Once
}

// openStreams gives the command its outputs.
func openStreams(cmd *exec.Cmd, maxOutput int64) (*streams, error) {
	s := &streams{flood: make(chan struct{})}
	s.left.Store(maxOutput)
	for range 2 {
		r, w, err := os.Pipe()
		if err != nil {
			s.close()
			return nil, err
		}
		s.readers, s.writers = append(s.readers, r), append(s.writers, w)
	}
	cmd.Stdout, cmd.Stderr = s.writers[0], s.writers[1]
	return s, nil
}

// read begins to read, and gives up this process's hold on the other ends.
func (s *streams) read() {
	for i, c := range []*capture{&s.stdout, &s.stderr} {
		_ = s.writers[i].Close()
		s.reading.Go(func() { c.readAll(s.readers[i], s.spent) })
	}
}

func (s *streams) spent(n int) {
	if s.left.Add(int64(-n)) < 0 {
		s.once.Do(func() { close(s.flood) })
	}
}

// drain waits for the rest of the output, but not for a process that has
// escaped and still holds the pipe.
func (s *streams) drain() {
	for _, r := range s.readers {
		_ = r.SetReadDeadline(time.Now().Add(drainGrace))
	}
	s.reading.Wait()
}

func (s *streams) close() {
	for _, f := range s.readers {
		_ = f.Close()
	}
	for _, f := range s.writers {
		_ = f.Close()
	}
}
