//go:build unix

package remote

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps the terminal's signals away from a server: Ctrl-C ends a turn,
// not the servers that later turns need.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminateGroup and killGroup signal a started server and all it has started.
func terminateGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }

func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
