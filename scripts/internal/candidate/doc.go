// Package candidate holds modules as they would be if they were published now,
// and looks at them as somebody does who has nothing else: zipped, without the
// workspace, without the right to change a go.mod.
//
// A Candidate is filled module by module, in the order of their release, so that
// each finds the siblings it requires. It publishes nothing.
package candidate
