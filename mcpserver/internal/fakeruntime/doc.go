// Package fakeruntime is a small agent runtime for the tests of mcpserver. It
// keeps sessions in memory and does what a prompt's first word or a tool's name
// says: answer, fail, hang, ignore its context, panic, forge. It is not for
// anything but tests, and enforces nothing.
package fakeruntime
