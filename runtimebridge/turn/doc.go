// Package turn runs one turn of a session: it asks a model, runs the tool calls
// that the model makes, in order and through the gate, gives the results back,
// and repeats that until the model answers.
//
// A turn ends in exactly one of three ways. It is completed: the answer is
// stored before it is reported. It has failed: a fixed sentence is stored in
// place of an answer, with a reason code. Or it was cancelled: the user message
// and one fixed note stay, and nothing else of it does, whatever a slow tool or
// provider does later.
//
// The package decides nothing about permissions (package tool and authority do),
// keeps no data (package store) and speaks to no model itself (package
// provider). One turn at a time per session is the business of package run; it
// is claimed here for as long as the turn lives.
package turn
