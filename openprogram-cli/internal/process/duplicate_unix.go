//go:build unix && !linux

package process

import "golang.org/x/sys/unix"

func duplicate(from, to int) error { return unix.Dup2(from, to) }
