// Package changelog reads the CHANGELOG.md of a module and turns what is
// unreleased into a release.
//
// A changelog has two parts. The upper one is open. The lower one, below the
// lock, tells what was released and is never changed again: a release only puts
// a section on top of it.
package changelog
