//go:build unix && !aix && !darwin && !freebsd && !netbsd

package mcpauth

import "syscall"

func changeTimespec(stat *syscall.Stat_t) *syscall.Timespec { return &stat.Ctim }
