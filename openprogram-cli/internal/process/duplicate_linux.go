package process

import "golang.org/x/sys/unix"

// Not every Linux has dup2.
func duplicate(from, to int) error { return unix.Dup3(from, to, 0) }
