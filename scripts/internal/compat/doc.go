// Package compat tells how the exported API of a module has changed between two
// trees, and which version such a change needs.
//
// It judges what Go programs see. What clients see on the wire is fixed by golden
// files in mcpcontracts and mcpserver.
package compat
