// Package workspace knows the modules of this repository: which there are, who
// requires whom, and in which order they are built and released.
//
// It reads go.work and the go.mod files and runs no command. What the packages
// of a module import is not its business; that is held by scripts/imports.
package workspace
