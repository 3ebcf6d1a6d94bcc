//go:build unix

package process_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
)

// The package changes the whole process, so each test runs this binary again in
// one of these roles.
const roleVariable = "PROCESS_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "":
		os.Exit(m.Run())
	case "stdout":
		playStdout()
	case "private":
		playPrivate()
	case "signal":
		playSignal()
	case "second":
		playSecond()
	case "broken":
		playBroken()
	case "crash":
		playCrash()
	}
	os.Exit(0)
}

func play(t *testing.T, role string) (stdout, stderr string) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), roleVariable+"="+role)
	var out, err bytes.Buffer
	command.Stdout, command.Stderr = &out, &err
	if failure := command.Run(); failure != nil {
		t.Fatalf("%s: %v\n%s", role, failure, err.String())
	}
	return out.String(), err.String()
}

func playStdout() {
	frames, err := process.TakeStdout()
	if err != nil {
		panic(err)
	}
	fmt.Println("library")
	unix.Write(1, []byte("descriptor\n"))
	child := exec.Command("sh", "-c", "echo child")
	child.Stdout = os.Stdout
	if err := child.Run(); err != nil {
		panic(err)
	}
	fmt.Fprintln(frames, "frame")
}

func TestTakeStdoutLeavesFramesOnly(t *testing.T) {
	stdout, stderr := play(t, "stdout")
	if stdout != "frame\n" {
		t.Errorf("stdout %q", stdout)
	}
	for _, want := range []string{"library\n", "descriptor\n", "child\n"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("stderr %q lacks %q", stderr, want)
		}
	}
}

func playPrivate() {
	process.KeepPrivate()
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &limit); err != nil {
		panic(err)
	}
	fmt.Print(limit.Cur, " ", limit.Max, " ", dumpable())
}

func TestKeepPrivate(t *testing.T) {
	if stdout, _ := play(t, "private"); stdout != "0 0 0" {
		t.Errorf("core file limits and dumpable %q, want 0 0 0", stdout)
	}
}

// playSignal sends itself one of each ending signal after the other.
func playSignal() {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		ctx, stop := process.UntilSignal(context.Background(), func(int) { panic("forced") })
		if err := syscall.Kill(os.Getpid(), s); err != nil {
			panic(err)
		}
		<-ctx.Done()
		stop()
		fmt.Println(s)
	}
}

func TestUntilSignal(t *testing.T) {
	stdout, _ := play(t, "signal")
	if want := "terminated\ninterrupt\nhangup\n"; stdout != want {
		t.Errorf("got %q, want %q", stdout, want)
	}
}

// playSecond gets more signals when everything has been cleaned up.
func playSecond() {
	ctx, stop := process.UntilSignal(context.Background(), func(int) { panic("forced") })
	syscall.Kill(os.Getpid(), syscall.SIGINT)
	<-ctx.Done()
	stop()
	for range 3 {
		if err := exec.Command("sh", "-c", "kill -TERM $PPID").Run(); err != nil {
			panic(err)
		}
	}
	fmt.Print("own exit code")
}

func TestASecondSignalDoesNotEndAProcessThatEnds(t *testing.T) {
	if stdout, _ := play(t, "second"); stdout != "own exit code" {
		t.Errorf("stdout %q", stdout)
	}
}

func playBroken() {
	_, stop := process.UntilSignal(context.Background(), func(int) { panic("forced") })
	defer stop()
	_, err := os.Stderr.WriteString("x")
	fmt.Print(errors.Is(err, syscall.EPIPE))
}

func TestABrokenStderrDoesNotEndTheProcess(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	defer writer.Close()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), roleVariable+"=broken")
	command.Stderr = writer
	if out, err := command.Output(); err != nil || string(out) != "true" {
		t.Errorf("got %q, %v", out, err)
	}
}

// playCrash dies of a panic that nobody can catch.
func playCrash() {
	if _, err := process.TakeStdout(); err != nil {
		panic(err)
	}
	_, restore := process.HideCrashes()
	restore()
	println("descriptor 2 is back") // written by the Go runtime, as a crash is
	stderr, _ := process.HideCrashes()
	fmt.Fprintln(stderr, "diagnostics")
	fmt.Fprintln(os.Stderr, "standard error")
	fmt.Fprintln(os.Stdout, "what was standard output")
	go panic("crash-canary")
	select {}
}

func TestACrashTellsNothing(t *testing.T) {
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), roleVariable+"=crash", "GOTRACEBACK=all")
	var out, told bytes.Buffer
	command.Stdout, command.Stderr = &out, &told
	err := command.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Fatalf("the process ended with %v", err)
	}
	const want = "descriptor 2 is back\ndiagnostics\nstandard error\nwhat was standard output\n"
	if out.Len() > 0 || told.String() != want {
		t.Errorf("stdout %q, stderr %q", out.String(), told.String())
	}
}
