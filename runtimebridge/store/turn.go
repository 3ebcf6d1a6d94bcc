package store

import "time"

// BeginTurn is what a turn starts with.
type BeginTurn struct {
	SessionID string
	New       *NewSession // set: the session must not exist and is created
	Text      string      // the user message, not empty
	At        time.Time   // zero means now
	// Origin and RequestID say who asked for the turn, as audit records do. They
	// are kept until the turn ends, for whoever finds it interrupted.
	Origin    string
	RequestID string
}

// MaxSessionBytes is how much text prompts can fill a session to, steps and
// prompt included: far more than any model takes, and little enough to be read
// into memory at once. An import may bring more; such a session is read only.
const MaxSessionBytes = 16 << 20

// NewSession describes a session to be created.
type NewSession struct{ AgentID, Source string }

// Turn is the right to write to a session until its epoch is over.
type Turn struct {
	SessionID          string
	Epoch              int64
	AgentID            string
	UserMessageID      string
	AssistantMessageID string          // reserved: stored by Finish
	Repaired           bool            // an interrupted turn was closed first
	Interrupted        InterruptedTurn // that turn, when Repaired
	SessionBytes       int             // of text in the session, the prompt and steps included; 0 when not known
}

// InterruptedTurn is a turn whose process ended before it did.
type InterruptedTurn struct {
	SessionID string
	Origin    string // as its BeginTurn had it; empty when that is not known
	RequestID string
}

// Ending is how a turn ends.
type Ending struct {
	Text      string    // the assistant message, not empty
	DropSteps bool      // a cancelled turn leaves no steps
	At        time.Time // zero means now
}

// The fixed assistant notes and results of turns that did not end by themselves.
const (
	CancelledNote     = "[cancelled] This turn was stopped before it finished."
	InterruptedNote   = "[interrupted] This turn ended when the program stopped."
	InterruptedResult = "[interrupted] The call did not finish."
)
