package store

import "github.com/openprogram/openprogram-go/runtimebridge"

// Message is a message of a branch with what lies off the branch.
type Message struct {
	runtimebridge.Message
	ParentID string // empty for the first
	Steps    []Step // of an assistant message: the calls and results before its text
}
