// Package shell holds the Runtime tool bash, which runs one command and waits
// for it.
//
// The command gets a session of its own, no terminal, no standard input and an
// environment without secrets; when it ends, or has to, everything it started
// goes with it. A process that makes itself a new session (setsid) escapes
// that: this is no sandbox, and what a command may read and write is up to the
// rights of the user. Who may run one is decided before, by the gate.
package shell
