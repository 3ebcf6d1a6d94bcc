//go:build unix

package process

import "golang.org/x/sys/unix"

func noCoreFiles() { _ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) }
