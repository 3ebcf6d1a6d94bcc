//go:build unix

package shell

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// termGrace is how long a command may take to end after TERM, before KILL.
const termGrace = 500 * time.Millisecond

var (
	errNoShell = errors.New("bash is not installed")
	errNoStart = errors.New("bash cannot be started in the working directory")
)

// execute runs the command to its end, whichever comes first. When it returns,
// the command's process group is gone and nothing is read any more.
func execute(ctx context.Context, j job) (*finished, error) {
	path, err := findShell(j.env)
	if err != nil {
		return nil, err
	}
	// Waiting is left to Wait; the streams are read here, because exec would
	// wait for whoever else holds them.
	cmd := exec.Command(path, "--noprofile", "--norc", "-c", j.command)
	cmd.Dir, cmd.Env = j.dir, j.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	endWithParent(cmd.SysProcAttr)
	streams, err := openStreams(cmd, j.maxOutput)
	if err != nil {
		return nil, errNoStart
	}
	defer streams.close()
	keepDescriptors()
	if err := cmd.Start(); err != nil {
		return nil, errNoStart
	}
	streams.read()
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	why, err := await(ctx, j.limit, streams.flood, exited)
	if why != byItself {
		err = terminate(cmd.Process.Pid, exited)
	}
	// What the shell left behind in its group.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	streams.drain()
	return &finished{exitCode: exitCode(err), why: why, stdout: &streams.stdout, stderr: &streams.stderr}, nil
}

// await waits for the first reason to stop.
func await(ctx context.Context, limit time.Duration, flood <-chan struct{}, exited <-chan error) (ending, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-exited:
		return byItself, err
	case <-ctx.Done():
		return byContext, nil
	case <-timer.C:
		return byTimeout, nil
	case <-flood:
		return byFlood, nil
	}
}

// terminate asks the group to end, then makes it, and waits for the shell.
func terminate(pid int, exited <-chan error) error {
	_ = syscall.Kill(-pid, syscall.SIGTERM)
	grace := time.NewTimer(termGrace)
	defer grace.Stop()
	select {
	case err := <-exited:
		return err
	case <-grace.C:
	}
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	return <-exited
}

// exitCode is the shell's, or 128 and the number of the signal that ended it.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		return -1
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

// findShell looks bash up where the command will look things up.
func findShell(env []string) (string, error) {
	for _, variable := range env {
		list, ok := strings.CutPrefix(variable, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			path := filepath.Join(dir, "bash")
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				return path, nil
			}
		}
	}
	return "", errNoShell
}
