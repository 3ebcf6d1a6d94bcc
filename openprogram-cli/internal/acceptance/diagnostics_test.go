//go:build unix

package acceptance_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
)

// Clients are told that sessions cannot be used, whoever runs the server why.
func TestTheDiagnosticsSayWhySessionsCannotBeUsed(t *testing.T) {
	header := func(at int, with []byte) func(path string) error {
		return func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteAt(with, int64(at))
			return err
		}
	}
	instead := func(put func(path string) error) func(path string) error {
		return func(path string) error { return errors.Join(os.Remove(path), put(path)) }
	}
	for reason, spoil := range map[string]func(path string) error{
		"not_a_database": instead(func(path string) error { return os.WriteFile(path, []byte("Dear diary,\n"), 0o600) }),
		"unsafe_file":    instead(func(path string) error { return syscall.Mkfifo(path, 0o600) }),
		"newer_schema":   header(60, []byte{0, 0, 1, 0}),
		"damaged":        header(100, bytes.Repeat([]byte{0xee}, 3000)),
	} {
		t.Run(reason, func(t *testing.T) {
			h := ready(t)
			h.ok("prompt", "before")
			if err := spoil(h.state("sessions.db")); err != nil {
				t.Fatal(err)
			}
			c := h.server()
			c.Stdin = strings.NewReader(initialize + call("2", "sessions_list", "{}") + call("3", "session_get", `{"session_id":"a"}`) +
				call("4", "prompt_send", `{"prompt":"x"}`))
			o := finish(t, c)
			if o.code != 0 || strings.Count(o.stdout, "session data unavailable") != 2 || strings.Count(o.stdout, "prompt execution failed") != 1 {
				t.Errorf("exit %d, stdout %s", o.code, o.stdout)
			}
			if strings.Count(o.stderr, " reason="+reason+"\n") != 1 || strings.Contains(o.stderr, h.dir) {
				t.Errorf("stderr %s", o.stderr)
			}
		})
	}
}
