package mcpserver

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// call is one tools/call request from its acceptance to its answer.
//
// How it ends is decided by one change of outcome: whoever completes it or
// cancels it first has decided, and only that one answers. If that takes too long
// at the end of the connection, answered keeps it from answering after all.
type call struct {
	id       requestID
	tool     string
	wrapper  *wrapper
	ctx      context.Context
	stop     context.CancelCauseFunc
	outcome  runtimebridge.Outcome
	progress *progress // nil when the client wants none

	queue      *admission  // where it got its place
	cancelling atomic.Bool // a cancel notification is being acted on
	answered   atomic.Bool
	turn       atomic.Pointer[promptTurn] // of a prompt that was admitted

	arguments any    // decoded; nil while only the frame is kept, and once it runs
	frame     string // of a call that waits and is large, else empty
	bytes     int    // of the frame
	size      int    // bytes of the frame and of what it was decoded to, about
	weight    int    // what the outbox is owed for it

	// session is the id the caller gave or the turn created. It is guarded by
	// the connection's running prompts.
	session string

	done chan struct{} // closed when its work has ended, or will never begin
}

// maxParkedArguments is the largest frame whose decoded form is kept while the
// call waits. What is decoded can be many times larger than the frame.
const maxParkedArguments = 4 << 10

// park prepares the call for waiting.
func (c *call) park(line string) {
	if len(line) > maxParkedArguments {
		c.frame, c.arguments = line, nil
	}
}

// takeArguments gives the arguments, decoded, when the call's turn has come. The
// call keeps them no longer.
func (c *call) takeArguments() any {
	arguments := c.arguments
	if c.frame != "" {
		m, _ := parseMessage(c.frame) // it was accepted before
		params, _ := m.params.(map[string]any)
		arguments = params["arguments"]
	}
	c.arguments, c.frame = nil, ""
	return arguments
}

// maxSessionIDBytes bounds what a caller can put into the audit log as a session
// id. No real one is longer.
const maxSessionIDBytes = 128

// givenSession is the session id in the arguments of a wrapper call, empty when
// there is none. A tool_call has none: its arguments are the Runtime tool's.
func givenSession(w *wrapper, arguments any) string {
	if !w.namesSession {
		return ""
	}
	members, _ := arguments.(map[string]any)
	session, _ := members["session_id"].(string)
	if len(session) > maxSessionIDBytes {
		return ""
	}
	return strings.Clone(session) // not the frame that it stood in
}
