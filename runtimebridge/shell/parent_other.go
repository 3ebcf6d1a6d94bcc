//go:build unix && !linux

package shell

import "syscall"

// endWithParent has nothing to do where a system knows no such wish.
func endWithParent(*syscall.SysProcAttr) {}
