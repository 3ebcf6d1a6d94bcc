//go:build !linux && !darwin

package sqlitestore

// isRemote cannot tell on this system.
func isRemote(string) bool { return false }
