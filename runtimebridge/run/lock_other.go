//go:build !unix

package run

const locksSupported = false

func tryLock(string, int64) (func(), error) { return nil, ErrUnsupported }

func isHeld(string, int64) bool { return true }
