// Package file holds the Runtime tools that work on files: read, list, glob,
// grep, write, edit and apply_patch.
//
// They work inside the working directories and nowhere else, whatever a link or
// a path says, and never touch what is protected. That is a fence around
// mistakes and injected instructions; whether a call may be made at all is
// decided before, by the gate, which asks each tool for its paths.
//
// The package is no editor and no version control: there is no undo.
package file
