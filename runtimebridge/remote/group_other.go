//go:build !unix

package remote

import "os/exec"

func ownGroup(*exec.Cmd) {}

// terminateGroup and killGroup end a started server. What it has started is out
// of reach here.
func terminateGroup(command *exec.Cmd) { _ = command.Process.Kill() }

func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
