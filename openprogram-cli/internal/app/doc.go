// Package app assembles the program: it knows which packages stand behind the
// interfaces, where their files are, and in which order they start and end. It
// is the only place that knows the engine.
//
// It prints nothing and reads no arguments; package cli does.
package app
