// Package run decides which turn may run in a session: one at a time, across
// goroutines and across processes.
//
// Locks is the part between processes: a byte of one lock file for each session,
// locked for as long as a turn runs and let go by the operating system when the
// process ends, however it ends. Control is the part inside a process: it knows
// the turn that runs, whether that turn has been cancelled, and how long a
// successor should wait for its clean-up.
//
// The package runs no turn and stores nothing. That a turn which has lost its
// claim cannot write is the store's epoch, not this package.
package run
