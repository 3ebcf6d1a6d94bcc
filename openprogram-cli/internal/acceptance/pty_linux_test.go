package acceptance_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// screen is a pseudo terminal with the program on it, and a person before it.
type screen struct {
	t       *testing.T
	keys    *os.File
	command *exec.Cmd
	initial unix.Termios // how the terminal was set before

	mu      sync.Mutex
	changed *sync.Cond
	seen    string // since the last await
	gone    bool
}

// sit starts a command of the program at a terminal.
func (h *home) sit(arguments ...string) *screen {
	h.t.Helper()
	return h.sitWith(nil, arguments...)
}

// sitWith is sit with something else than the keyboard on standard input.
func (h *home) sitWith(stdin *os.File, arguments ...string) *screen {
	h.t.Helper()
	return h.sitChanged(func(c *exec.Cmd) {
		if stdin != nil {
			c.Stdin = stdin
		}
	}, arguments...)
}

// sitChanged is sit with a command that is changed before it starts.
func (h *home) sitChanged(change func(*exec.Cmd), arguments ...string) *screen {
	h.t.Helper()
	person, program, err := openTerminal()
	if err != nil {
		h.t.Fatal(err)
	}
	s := &screen{t: h.t, keys: person, command: h.command(arguments...)}
	s.changed = sync.NewCond(&s.mu)
	s.command.Env = append(s.command.Env, "TERM=xterm")
	s.command.Stdin, s.command.Stdout, s.command.Stderr = program, program, program
	change(s.command)
	s.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 2}
	s.initial = s.modes()
	if err := s.command.Start(); err != nil {
		h.t.Fatal(err)
	}
	program.Close()
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		s.watch()
	}()
	h.t.Cleanup(func() {
		s.command.Process.Kill()
		<-watching // ends with the last process at the terminal
		person.Close()
	})
	return s
}

func openTerminal() (person, program *os.File, err error) {
	person, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(person.Fd())
	if err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	if err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 200}); err != nil {
		return nil, nil, err
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	return person, program, err
}

// sequences are the control sequences that a person does not see.
var sequences = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

func (s *screen) watch() {
	buffer := make([]byte, 4096)
	for {
		n, err := s.keys.Read(buffer)
		s.mu.Lock()
		s.seen += string(buffer[:n])
		s.gone = err != nil
		s.changed.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await waits until a text is seen, and gives what was seen up to there.
func (s *screen) await(text string) string {
	s.t.Helper()
	late := time.AfterFunc(patience, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.gone = true
		s.changed.Broadcast()
	})
	defer late.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		seen := sequences.ReplaceAllString(s.seen, "")
		if before, rest, found := strings.Cut(seen, text); found {
			s.seen = rest
			return before
		}
		if s.gone {
			s.t.Fatalf("%q was not seen, but %q", text, seen)
		}
		s.changed.Wait()
	}
}

func (s *screen) press(keys string) {
	s.t.Helper()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// resize gives the terminal another width.
func (s *screen) resize(columns uint16) {
	s.t.Helper()
	if err := unix.IoctlSetWinsize(int(s.keys.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}); err != nil {
		s.t.Fatal(err)
	}
}

// modes are how the terminal is set.
func (s *screen) modes() unix.Termios {
	s.t.Helper()
	modes, err := unix.IoctlGetTermios(int(s.keys.Fd()), unix.TCGETS)
	if err != nil {
		s.t.Fatal(err)
	}
	return *modes
}

// awaitModes waits until the terminal is set as wanted. The program sets it around
// what it writes, not with it.
func (s *screen) awaitModes(wanted func(unix.Termios) bool) unix.Termios {
	s.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		now := s.modes()
		if wanted(now) {
			return now
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the terminal is set to %+v", now)
		}
	}
}

// left waits for the end of the program and gives its exit code.
func (s *screen) left() int {
	s.t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.command.Wait()
	}()
	within(s.t, patience, ended, "the program does not end")
	return s.command.ProcessState.ExitCode()
}
