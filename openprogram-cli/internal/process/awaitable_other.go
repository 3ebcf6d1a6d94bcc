//go:build !linux

package process

import "os"

func awaitable(f *os.File) *os.File { return f }
