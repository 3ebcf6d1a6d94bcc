package process

import "os"

// HideCrashes points descriptor 2 at nothing. What the Go runtime prints there
// when a program crashes, the value of a panic above all, can hold anything that
// a client or the owner has written; a panic in a goroutine of a library cannot
// be caught. The exit code 2 still tells of it.
//
// What it returns leads to where standard error led, and so do os.Stderr, and
// os.Stdout where that led there too, until restore is called.
func HideCrashes() (stderr *os.File, restore func()) {
	taken, reopen, err := divert()
	if err != nil {
		return os.Stderr, func() {}
	}
	before, stdout := os.Stderr, os.Stdout
	os.Stderr = taken
	if stdout == before {
		os.Stdout = taken
	}
	return taken, func() {
		reopen()
		os.Stderr, os.Stdout = before, stdout
	}
}
