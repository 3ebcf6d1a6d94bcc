package run_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/run"
)

// holderVariable makes the test binary a process that tries to lock the session
// of its first argument in the file this variable names.
const holderVariable = "RUN_TEST_LOCK_FILE"

// holdLock says "locked" or "busy" and, when locked, waits for its input to end.
func holdLock(path, sessionID string) int {
	l, err := run.OpenLocks(path)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	_, err = l.TryLock(sessionID)
	switch {
	case errors.Is(err, run.ErrBusy):
		fmt.Println("busy")
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Println("locked")
		_, _ = io.Copy(io.Discard, os.Stdin)
	}
	return 0
}

// holder is another process that tried to lock a session.
type holder struct {
	command *exec.Cmd
	input   io.WriteCloser
	said    string
}

func startHolderProcess(t *testing.T, path, sessionID string) *holder {
	t.Helper()
	h := &holder{command: exec.Command(os.Args[0], sessionID)}
	h.command.Env = append(os.Environ(), holderVariable+"="+path)
	h.command.Stderr = os.Stderr
	input, err := h.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := h.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.command.Start(); err != nil {
		t.Fatal(err)
	}
	h.input = input
	t.Cleanup(h.kill)
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("the other process said nothing: %v", err)
	}
	h.said = strings.TrimSpace(line)
	return h
}

// startHolder starts a process that holds the lock until it is killed.
func startHolder(t *testing.T, path, sessionID string) *holder {
	t.Helper()
	h := startHolderProcess(t, path, sessionID)
	if h.said != "locked" {
		t.Fatalf("the other process said %q, want locked", h.said)
	}
	return h
}

// tryInProcess says how an attempt to lock ends in another process.
func tryInProcess(t *testing.T, path, sessionID string) string {
	t.Helper()
	h := startHolderProcess(t, path, sessionID)
	h.kill()
	return h.said
}

// kill ends the process without any chance to clean up, and waits for its end.
func (h *holder) kill() {
	if h.command.ProcessState != nil {
		return
	}
	_ = h.command.Process.Kill()
	_ = h.input.Close()
	_ = h.command.Wait()
}
