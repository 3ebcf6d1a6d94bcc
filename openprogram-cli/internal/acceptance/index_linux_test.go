package acceptance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const manyNotes = 10_000

// Somebody who opens a large folder for the first time is shown how far it is; a
// script is told nothing but the outcome.
func TestIndexingShowsProgress(t *testing.T) {
	h := newHome(t)
	vault := filepath.Join(h.dir, "vault")
	for i := range manyNotes {
		dir := filepath.Join(vault, fmt.Sprint(i%20))
		if i < 20 {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		text := fmt.Sprintf("---\ntitle: Berth %d\n---\n# Note %d\n\n%s\n", i, i, strings.Repeat("crane winch ferry ", 40))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".md")), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.set("memory.dir", vault)

	s := h.sit("memory", "status")
	h.slowDown(s, h.state("memory_index.db"))
	s.await("indexing notes [")
	s.await(fmt.Sprintf("of %d", manyNotes))
	s.await(fmt.Sprintf("%d notes in ", manyNotes))
	if code := s.left(); code != 0 {
		t.Errorf("exit %d", code)
	}

	if err := os.Remove(h.state("memory_index.db")); err != nil {
		t.Fatal(err)
	}
	o := finish(t, h.command("memory", "status"))
	if o.code != 0 || !strings.HasPrefix(o.stdout, fmt.Sprintf("%d notes in ", manyNotes)) || o.stderr != "" || strings.ContainsAny(o.stdout, "\r\x1b") {
		t.Errorf("piped: exit %d, %q, %q", o.code, o.stdout, o.stderr)
	}
}

// slowDown stops a program for longer than a person waits without a sign, once it
// has begun its work: a file is there then.
func (h *home) slowDown(s *screen, begun string) {
	h.t.Helper()
	for until := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(begun); err == nil {
			break
		}
		if time.Now().After(until) {
			h.t.Fatal("the work does not begin")
		}
	}
	if err := s.command.Process.Signal(syscall.SIGSTOP); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(1200 * time.Millisecond)
	if err := s.command.Process.Signal(syscall.SIGCONT); err != nil {
		h.t.Fatal(err)
	}
}
