// Package cli is the command line: one file for each command, which reads its
// arguments, asks another package to do the work and shows the outcome.
//
// Errors go to standard error as one line, "Error: ...". The exit code is 0, 1
// when a command failed, and 2 when it was called wrongly. What a command shows
// to people has its control characters escaped; with --json it prints data.
package cli
