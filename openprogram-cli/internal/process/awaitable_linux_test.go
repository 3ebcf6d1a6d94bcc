package process_test

import (
	"io"
	"os"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
)

func TestWaitingForAPipeTakesNoThread(t *testing.T) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil { // blocks, as what a client starts us with
		t.Fatal(err)
	}
	reader, writer := os.NewFile(uintptr(ends[0]), "reader"), os.NewFile(uintptr(ends[1]), "writer")
	t.Cleanup(func() { reader.Close(); writer.Close() })
	before := len(openings(t, ends[0]))
	in := process.NewInput(reader)

	flags := openings(t, ends[0])
	if len(flags) != before+1 {
		t.Fatalf("%d openings of the pipe, want one more than %d", len(flags), before)
	}
	waits := 0
	for _, flag := range flags {
		if flag&unix.O_ACCMODE == unix.O_RDONLY && flag&unix.O_NONBLOCK != 0 {
			waits++
		}
	}
	if waits != 1 {
		t.Errorf("%d openings of the pipe can be waited for, want 1", waits)
	}
	if flag, err := unix.FcntlInt(uintptr(ends[0]), unix.F_GETFL, 0); err != nil || flag&unix.O_NONBLOCK != 0 {
		t.Errorf("whoever shares the pipe sees the flags %#x, %v", flag, err)
	}
	got := make(chan string)
	go func() {
		all, err := io.ReadAll(in)
		if err != nil {
			t.Error(err)
		}
		got <- string(all)
	}()
	if _, err := io.WriteString(writer, "line\n"); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	if text := <-got; text != "line\n" {
		t.Errorf("read %q", text)
	}
}

// openings gives the flags of every descriptor of this process that leads to the
// same pipe.
func openings(t *testing.T, fd int) []int {
	t.Helper()
	pipe, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	var flags []int
	for _, entry := range entries {
		if to, err := os.Readlink("/proc/self/fd/" + entry.Name()); err != nil || to != pipe {
			continue
		}
		number, err := strconv.Atoi(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		flag, err := unix.FcntlInt(uintptr(number), unix.F_GETFL, 0)
		if err != nil {
			t.Fatal(err)
		}
		flags = append(flags, flag)
	}
	return flags
}
