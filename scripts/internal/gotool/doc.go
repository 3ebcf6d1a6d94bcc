// Package gotool runs the go command as somebody would who has none of this
// workspace: no go.work, no right to change a go.mod, a module cache of its own.
package gotool
