// Package git runs the few git commands that the scripts need: what changed,
// which tags there are, and a clean copy of a tree.
//
// It never changes the work tree, the index or the history of a repository,
// except through Run, where the caller says what happens.
package git
