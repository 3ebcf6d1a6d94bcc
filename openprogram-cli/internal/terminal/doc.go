// Package terminal writes for people: text that cannot drive their terminal,
// tables that keep one row a line, and an output that remembers that it broke.
//
// It is not for machine-readable output, which must carry data unchanged.
package terminal
