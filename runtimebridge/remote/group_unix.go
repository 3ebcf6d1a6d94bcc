//go:build unix

package remote

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps the terminal's signals away from a server: Ctrl-C ends a turn,
// not the servers that later turns need.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
