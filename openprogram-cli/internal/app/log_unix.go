//go:build unix

package app

import "syscall"

// noFollow refuses a link in the place of a log file.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
