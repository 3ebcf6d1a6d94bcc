// Package process prepares the operating system process for serving a protocol
// on standard output: who may write there, which signals end it and how, and
// what of its memory others may see.
//
// It changes the whole process, so only a command that is about to serve uses
// it.
package process
