//go:build unix

package shell_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/shell"
)

func TestOutputAndExitCode(t *testing.T) {
	tests := []struct {
		name, command, want string
		failed              bool
		code                int
	}{
		{"output", "echo hi", "exit_code=0\nstdout:\nhi\n", false, 0},
		{"nothing", "true", "exit_code=0\n", false, 0},
		{"failure", "exit 7", "exit_code=7\n", true, 7},
		{"both streams", "printf out; echo err >&2; exit 1", "exit_code=1\nstdout:\nout\nstderr:\nerr\n", true, 1},
		{"invalid UTF-8", `printf '\377a'`, "exit_code=0\nstdout:\n\uFFFDa\n", false, 0},
		{"signal", "kill -9 $$", "exit_code=137\n", true, 137},
		{"several lines", "a=1\necho $a", "exit_code=0\nstdout:\n1\n", false, 0},
		{"text like a denial", "echo '[denied] hard constraint'", "exit_code=0\nstdout:\n[denied] hard constraint\n", false, 0},
		{"no input", "cat; read x; echo $?", "exit_code=0\nstdout:\n1\n", false, 0},
		{"no terminal", "(: </dev/tty) 2>/dev/null && echo terminal", "exit_code=1\n", true, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := run(t, shell.Options{}, test.command, "")
			if text := textOf(got); text != test.want || got.IsError != test.failed {
				t.Errorf("failed %v, %q; want %v, %q", got.IsError, text, test.failed, test.want)
			}
			if diff := cmp.Diff(shell.Details{ExitCode: test.code}, got.Details); diff != "" {
				t.Errorf("details (-want +got):\n%s", diff)
			}
		})
	}
}

func TestACommandStartsInItsDirectory(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, shell.Options{Dir: dir}, "pwd -P; echo $PWD", "")
	if want := "exit_code=0\nstdout:\n" + dir + "\n" + dir + "\n"; textOf(got) != want {
		t.Errorf("%q, want %q", textOf(got), want)
	}
}

// fifo is a pipe by name that tells when the last process holding it is gone.
type fifo struct {
	t    *testing.T
	path string
	file *os.File
}

func newFIFO(t *testing.T) *fifo {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return &fifo{t, path, file}
}

// taken waits until a process holds the pipe and has said so, and leaves some
// of what it said.
func (f *fifo) taken() {
	file, err := os.OpenFile(f.path, os.O_RDONLY, 0)
	if err != nil {
		f.t.Error(err)
		return
	}
	defer file.Close()
	if _, err := file.Read(make([]byte, 1)); err != nil {
		f.t.Error(err)
	}
}

// released waits until nobody holds the pipe, and wants it to have been held.
func (f *fifo) released() {
	f.t.Helper()
	if err := f.file.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		f.t.Fatal(err)
	}
	data, err := io.ReadAll(f.file)
	if err != nil {
		f.t.Errorf("a process is left: %v", err)
	}
	if len(data) == 0 {
		f.t.Error("the process never held the pipe")
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	tests := []struct {
		name, command, timeout string
		ending                 string
	}{
		{"in the background", "(exec > FIFO; echo held; : > mark; exec sleep 600) & while ! [ -e mark ]; do :; done; echo hi", "60000", "hi"},
		{"in the background, holding the output", "(exec 3> FIFO; echo held >&3; : > mark; exec sleep 600) & while ! [ -e mark ]; do :; done; echo hi", "60000", "hi"},
		{"at the time limit", "echo hi; exec 3> FIFO; echo held >&3; sleep 600 & sleep 600", "1500", "stopped after 1500 ms"},
		{"deaf to TERM", "trap '' TERM; exec 3> FIFO; echo held >&3; echo hi; sleep 600; sleep 600", "1500", "stopped after 1500 ms"},
		{"deaf child", "exec 3> FIFO; echo held >&3; (trap '' TERM; sleep 600; sleep 600) & wait", "1500", "stopped after 1500 ms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			held := newFIFO(t)
			got := run(t, shell.Options{}, strings.ReplaceAll(test.command, "FIFO", held.path), test.timeout)
			if !strings.Contains(textOf(got), test.ending) {
				t.Errorf("got %q, want %q in it", textOf(got), test.ending)
			}
			timedOut := strings.Contains(test.ending, "stopped")
			if got.IsError != timedOut || got.Details.(shell.Details).TimedOut != timedOut {
				t.Errorf("failed %v, details %+v", got.IsError, got.Details)
			}
			held.released()
		})
	}
}

func TestACommandMayCleanUpAtTERM(t *testing.T) {
	t.Parallel()
	got := run(t, shell.Options{}, "trap 'echo bye; exit 0' TERM; echo hi; while :; do sleep 0.05; done", "1500")
	// What bash says of the sleep that it lost is its own business.
	if want := "exit_code=0\n[stopped after 1500 ms]\nstdout:\nhi\nbye\n"; !strings.HasPrefix(textOf(got), want) || !got.IsError {
		t.Errorf("failed %v, %q, want %q", got.IsError, textOf(got), want)
	}
}

func TestACancelledCommandHasNoResult(t *testing.T) {
	held := newFIFO(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	want := &runtimebridge.Cancellation{Reason: runtimebridge.ReasonPromptCancel}
	go func() {
		held.taken()
		cancel(want)
	}()
	command := "exec 3> " + held.path + "; echo held >&3; sleep 600"
	result, err := newBash(t, shell.Options{}).Run(ctx, invoke(command, ""))
	if !errors.Is(err, want) {
		t.Errorf("result %v, error %v, want the cause", result, err)
	}
	held.released()
}

// expiring is a context whose time is up when the test says so.
type expiring struct {
	context.Context
	up chan struct{}
}

func (e expiring) Done() <-chan struct{} { return e.up }

func (e expiring) Err() error {
	select {
	case <-e.up:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestACallWhoseTimeIsUpKeepsItsOutput(t *testing.T) {
	held := newFIFO(t)
	ctx := expiring{t.Context(), make(chan struct{})}
	go func() {
		held.taken()
		close(ctx.up)
	}()
	command := "echo hi; exec 3> " + held.path + "; echo held >&3; exec sleep 600"
	result, err := newBash(t, shell.Options{}).Run(ctx, invoke(command, ""))
	if err != nil {
		t.Fatal(err)
	}
	want := "exit_code=143\n[stopped: the time for the call is up]\nstdout:\nhi\n"
	if textOf(result) != want || !result.IsError {
		t.Errorf("failed %v, %q, want %q", result.IsError, textOf(result), want)
	}
	held.released()
}

func TestAFloodIsStopped(t *testing.T) {
	got := run(t, shell.Options{MaxOutput: 1 << 20}, "yes", "")
	text := textOf(got)
	if !got.IsError || got.Reason != runtimebridge.ReasonTooLarge || !strings.Contains(text, "[stopped: too much output]") {
		t.Errorf("failed %v, reason %q, beginning %.60q", got.IsError, got.Reason, text)
	}
	if len(text) > 31_000 {
		t.Errorf("%d bytes are kept", len(text))
	}
}

func TestALongOutputKeepsItsHeadAndTail(t *testing.T) {
	got := textOf(run(t, shell.Options{}, "seq 100000", ""))
	// 588895 bytes in all.
	if !strings.HasPrefix(got, "exit_code=0\nstdout:\n1\n2\n3\n") || !strings.HasSuffix(got, "\n99999\n100000\n") ||
		!strings.Contains(got, "\n[... 558895 bytes left out ...]\n") {
		t.Errorf("%d bytes, %.60q ... %q", len(got), got, got[len(got)-60:])
	}
}
