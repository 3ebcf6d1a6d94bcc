// Package question keeps the questions that running turns wait on, so that a
// question can be settled by whoever is asked, by somebody else who knows its
// id, or by the end of its session - once.
//
// It does not decide who may be asked: a turn without anybody to ask passes no
// Asker, and its questions are declined without being registered.
package question
