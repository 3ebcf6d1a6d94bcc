package shell_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/shell"
)

func TestOnlyTheStandardStreamsAreInherited(t *testing.T) {
	// A descriptor that this process got without the mark that Go sets.
	fd, err := syscall.Open(os.DevNull, syscall.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	// The list itself is read through a descriptor that is gone when it is there.
	got := textOf(run(t, shell.Options{}, "for f in /proc/$$/fd/*; do if [ -e $f ]; then echo ${f##*/}; fi; done", ""))
	if want := "exit_code=0\nstdout:\n0\n1\n2\n"; got != want {
		t.Errorf("open descriptors: %q, want %q", got, want)
	}
}

func TestACommandLeadsASessionOfItsOwn(t *testing.T) {
	got := textOf(run(t, shell.Options{}, "read -r _ _ _ _ _ session _ < /proc/$$/stat; echo $((session == $$))", ""))
	if want := "exit_code=0\nstdout:\n1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAnEscapedProcessDoesNotHoldTheCall(t *testing.T) {
	dir := t.TempDir()
	got := run(t, shell.Options{Dir: dir}, "setsid sh -c 'echo $$ > pid; exec sleep 600' & while ! [ -s pid ]; do :; done; echo hi", "60000")
	pid, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	escaped, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(escaped, syscall.SIGKILL); err != nil {
		t.Errorf("it did not escape: %v", err)
	}
	if want := "exit_code=0\nstdout:\nhi\n"; textOf(got) != want {
		t.Errorf("%q, want %q", textOf(got), want)
	}
}
