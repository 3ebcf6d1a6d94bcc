//go:build unix

package remote_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// behind is the test's server started by a shell that runs a script first.
func behind(t *testing.T, script string) remote.Server {
	t.Helper()
	s := local(t)
	s.Command = []string{"/bin/sh", "-c", script + "\n" + `exec "$0"`, s.Command[0]}
	return s
}

// Programs say hello where only messages should be.
func TestNoiseBetweenTheMessages(t *testing.T) {
	noise := `echo; echo ready; echo '{"level":"info"}'; printf '%020000000d\n' 1; echo '{"jsonrpc":"1.0"}'`
	s := open(t, map[string]remote.Server{"srv": behind(t, noise)})
	got := call(t, s, "srv__echo", runtimebridge.Arguments{"n": json.Number("7")})
	if diff := cmp.Diff(runtimebridge.TextResult("7"), got); diff != "" {
		t.Error(diff)
	}
}

func TestNothingOfAServerIsLeft(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	alive, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	s := remote.New(remote.Options{Config: remote.Config{Servers: map[string]remote.Server{
		"srv": behind(t, `(trap "" TERM; exec sleep 1000) >`+fifo+` 2>&1 &`),
	}}})
	if tools := s.Tools(t.Context()); len(tools) == 0 {
		t.Fatal("the server did not start")
	}
	s.Close()
	if rest, err := io.ReadAll(alive); err != nil || len(rest) != 0 { // returns when nobody holds the other end
		t.Errorf("read %q, %v", rest, err)
	}
}

func TestAServerThatDoesNotEndByItself(t *testing.T) {
	entry := local(t)
	entry.Command = []string{"/bin/sh", "-c", `"$0"; exec sleep 1000`, entry.Command[0]}
	s := remote.New(remote.Options{Config: remote.Config{Servers: map[string]remote.Server{"srv": entry}}})
	if tools := s.Tools(t.Context()); len(tools) == 0 {
		t.Fatal("the server did not start")
	}
	s.Close() // returns
}

// What a server writes to its standard error, and why it is not there, is for
// whoever asks.
func TestWhyAServerDoesNotStart(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		command []string
		want    remote.Fault
		stderr  string
	}{
		"no program":      {[]string{"no-such-program"}, remote.FaultNoProgram, ""},
		"no file":         {[]string{"/no/such/program"}, remote.FaultNoProgram, ""},
		"not executable":  {[]string{plain}, remote.FaultForbidden, ""},
		"ends at once":    {[]string{"/bin/sh", "-c", "echo no luck >&2; exit 3"}, remote.FaultStart, "no luck\n"},
		"never says much": {[]string{"/bin/sh", "-c", "exec sleep 1000"}, remote.FaultTimeout, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var told []remote.Fault
			var stderr notes
			s := remote.New(remote.Options{
				Config: remote.Config{Servers: map[string]remote.Server{"srv": {Kind: remote.KindLocal, Command: c.command, TimeoutSeconds: 0.5}}},
				Failed: func(_ string, why remote.Fault) { told = append(told, why) }, Stderr: &stderr,
			})
			status := s.Status(t.Context())
			s.Close()
			if len(status) != 1 || status[0].Fault != c.want || status[0].State != remote.StateError {
				t.Errorf("status %+v, want %q", status, c.want)
			}
			if len(told) != 1 || told[0] != c.want || stderr.String() != c.stderr {
				t.Errorf("told %q, stderr %q", told, stderr.String())
			}
		})
	}
}

// notes is a buffer for many goroutines.
type notes struct {
	mu   sync.Mutex
	text strings.Builder
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}
