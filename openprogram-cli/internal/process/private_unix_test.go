//go:build unix && !linux

package process_test

// dumpable is what Linux says of a process that is closed to others.
func dumpable() string { return "0" }
