//go:build darwin || freebsd || netbsd

package mcpauth

import "syscall"

func changeTimespec(stat *syscall.Stat_t) *syscall.Timespec { return &stat.Ctimespec }
