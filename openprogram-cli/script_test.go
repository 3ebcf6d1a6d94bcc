//go:build unix

// Package openprogramcli_test runs the scripts of testdata/script, one for each
// command, against the program.
package openprogramcli_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"openprogram": func() { os.Exit(cli.Main()) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			home := e.Getenv("WORK") + "/home"
			e.Setenv("HOME", home)
			e.Setenv("ESC", "\x1b[2J") // clears a screen that it reaches
			return os.Mkdir(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"mode":     checkMode,
			"envfile":  setFromFile,
			"parallel": runParallel,
			"devfull":  runToFullDevice,
			"pipe":     runToClosedPipe,
			"fifo":     makeFIFO,
		},
	})
}

// mode FILE MODE: the file's permission bits are MODE, octal.
func checkMode(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.ParseUint(args[1], 8, 32)
	ts.Check(err)
	info, err := os.Lstat(ts.MkAbs(args[0]))
	ts.Check(err)
	if (info.Mode().Perm() == fs.FileMode(want)) == neg {
		ts.Fatalf("%s has mode %04o", args[0], info.Mode().Perm())
	}
}

// envfile NAME FILE: sets a variable to the first line of a file.
func setFromFile(ts *testscript.TestScript, _ bool, args []string) {
	line, _, _ := strings.Cut(ts.ReadFile(args[1]), "\n")
	ts.Setenv(args[0], line)
}

// parallel N COMMAND...: runs a command N times at once, with %d in its
// arguments replaced by the number. Standard output gets one exit code a line.
func runParallel(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	codes := make([]string, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			c := command(ts, args[1:])
			for j, a := range c.Args {
				c.Args[j] = strings.ReplaceAll(a, "%d", strconv.Itoa(i))
			}
			_ = c.Run()
			codes[i] = strconv.Itoa(c.ProcessState.ExitCode())
		})
	}
	group.Wait()
	fmt.Fprintln(ts.Stdout(), strings.Join(codes, "\n"))
}

// devfull COMMAND...: runs a command whose output goes to a device that is
// full. Standard output gets the exit code, standard error what it said.
func runToFullDevice(ts *testscript.TestScript, _ bool, args []string) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	ts.Check(err)
	defer full.Close()
	c := command(ts, args)
	c.Stdout, c.Stderr = full, ts.Stderr()
	_ = c.Run()
	fmt.Fprintln(ts.Stdout(), c.ProcessState.ExitCode())
}

// pipe COMMAND...: runs a command whose output goes to a pipe that nobody
// reads. Standard error gets what it said.
func runToClosedPipe(ts *testscript.TestScript, _ bool, args []string) {
	reader, writer, err := os.Pipe()
	ts.Check(err)
	reader.Close()
	defer writer.Close()
	c := command(ts, args)
	c.Stdout, c.Stderr = writer, ts.Stderr()
	if c.Run() == nil {
		ts.Fatalf("a broken pipe is a success")
	}
}

// fifo FILE: makes a FIFO.
func makeFIFO(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}

func command(ts *testscript.TestScript, args []string) *exec.Cmd {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	c := exec.Command(path, args[1:]...)
	c.Dir = ts.MkAbs(".")
	c.Env = environment(ts)
	return c
}

// environment is that of the script.
func environment(ts *testscript.TestScript) []string {
	var out []string
	for _, name := range []string{"HOME", "PATH", "OPENPROGRAM_STATE_DIR", "OPENPROGRAM_PROFILE", "OPENPROGRAM_MCP_TOKEN"} {
		if value := ts.Getenv(name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	return out
}
