// Package state finds and creates the state directory: the one place where
// everything that OpenProgram keeps on this machine lives.
//
// The place follows from the environment and from --profile alone, never from
// the working directory, so that a client that starts the program anywhere
// finds the same sessions. The package reads and writes nothing inside it.
package state
