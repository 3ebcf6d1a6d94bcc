// Package event tells listeners inside this process what happens in the
// runtime, in order and at once.
//
// It is not a queue and not a log: nothing is kept, a listener that comes late
// has missed what was, and the audit log is written elsewhere.
package event
