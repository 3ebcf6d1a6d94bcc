// Package store says what the runtime needs of a session store: the Store
// interface, its values and its rules. Package sqlitestore is the store that
// ships; package storetest is the suite that any store must pass.
//
// It holds no locks across processes: whoever begins a turn already holds the
// session's lock (package run).
package store

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// The errors of a store. An unknown session is runtimebridge.ErrSessionNotFound.
var (
	// ErrStaleTurn reports a write whose epoch is no longer the session's: the
	// turn was cancelled, repaired or replaced. Nothing was written.
	ErrStaleTurn = errors.New("store: turn is over")
	// ErrDamaged reports stored data that contradicts itself.
	ErrDamaged = errors.New("store: session data is damaged")
	// ErrNewerSchema reports a database of a newer version of the program.
	ErrNewerSchema = errors.New("store: the database was written by a newer version")
	// ErrExists reports an import of an id that is already there.
	ErrExists = errors.New("store: session already exists")
)

// Store keeps sessions: a tree of messages each, with one active branch.
type Store interface {
	// Sessions lists sessions, most recently changed first.
	Sessions(ctx context.Context, q Query) ([]Session, error)
	// Session reads one row.
	Session(ctx context.Context, id string) (Session, error)
	// Branch reads the active branch, oldest first, in one snapshot, without steps.
	Branch(ctx context.Context, id string) ([]runtimebridge.Message, error)
	// History reads the active branch with the steps of each message.
	History(ctx context.Context, id string) ([]Message, error)

	// Begin starts a turn: it repairs what an interrupted turn left, creates
	// the session when b.New is set, stores the user message and raises the
	// epoch, all in one transaction.
	Begin(ctx context.Context, b BeginTurn) (Turn, error)
	// AppendStep stores one step of a running turn.
	AppendStep(ctx context.Context, t Turn, s Step) error
	// Finish ends a turn: it stores the assistant message, moves the head to it
	// and clears the turn. With e.DropSteps the steps stored so far go.
	// The commit is durable when it returns.
	Finish(ctx context.Context, t Turn, e Ending) error

	Rename(ctx context.Context, id, title string) error
	SetArchived(ctx context.Context, id string, archived bool) error
	// Delete removes a session and all that belongs to it. A running turn of it
	// finds its epoch gone.
	Delete(ctx context.Context, id string) error

	// Export writes sessions as JSON Lines, oldest first; no ids means all.
	Export(ctx context.Context, w io.Writer, ids ...string) (int, error)
	// Import reads JSON Lines in one transaction: all or nothing.
	Import(ctx context.Context, r io.Reader, o ImportOptions) (Imported, error)

	Close() error
}

// Query selects rows of a session list.
type Query struct {
	Limit    int  // at most this many; 0 means all
	Archived bool // archived sessions too
}

// Session is a session's row.
type Session struct {
	ID          string
	Title       string
	AgentID     string
	Source      string
	CreatedAt   time.Time // microseconds
	UpdatedAt   time.Time // microseconds; only a stored message changes it
	Archived    bool
	Interrupted bool // a turn began and was neither finished nor repaired
}

// Message is a message of a branch with what lies off the branch.
type Message struct {
	runtimebridge.Message
	ParentID string // empty for the first
	Steps    []Step // of an assistant message: the calls and results before its text
}

// StepKind says what a step is.
type StepKind string

// The kinds of step.
const (
	StepReply   StepKind = "reply"   // a model reply that calls tools
	StepResult  StepKind = "result"  // the result of one call
	StepPartial StepKind = "partial" // text of a reply that broke off: kept, never sent again
	StepSummary StepKind = "summary" // stands for everything before it in the model's context
)

// Step is one thing that happened inside a turn. It is stored and exported as
// this JSON.
type Step struct {
	Kind      StepKind `json:"kind"`
	Text      string   `json:"text,omitempty"`
	Calls     []Call   `json:"calls,omitempty"`     // reply
	Provider  string   `json:"provider,omitempty"`  // reply: whose Reasoning it is
	Reasoning string   `json:"reasoning,omitempty"` // reply: replayed to the same provider verbatim
	CallID    string   `json:"call_id,omitempty"`   // result
	Tool      string   `json:"tool,omitempty"`      // result
	IsError   bool     `json:"is_error,omitempty"`  // result
	Images    []Image  `json:"images,omitempty"`    // result
}

// Call is one tool call of a model reply.
type Call struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // valid JSON
}

// Image is an image of a tool result.
type Image struct {
	Data     string `json:"data"` // canonical base64
	MIMEType string `json:"mime_type"`
}

// BeginTurn is what a turn starts with.
type BeginTurn struct {
	SessionID string
	New       *NewSession // set: the session must not exist and is created
	Text      string      // the user message
	At        time.Time
}

// NewSession describes a session to be created.
type NewSession struct{ AgentID, Source string }

// Turn is the right to write to a session until its epoch is over.
type Turn struct {
	SessionID          string
	Epoch              int64
	AgentID            string
	UserMessageID      string
	AssistantMessageID string // reserved: stored by Finish
	Repaired           bool   // an interrupted turn was closed first
}

// Ending is how a turn ends.
type Ending struct {
	Text      string // the assistant message, not empty
	DropSteps bool   // a cancelled turn leaves no steps
	At        time.Time
}

// ImportOptions say what happens to sessions that exist.
type ImportOptions struct {
	Replace bool                 // overwrite instead of skipping
	Report  func(done int)       // may be nil
	Busy    func(id string) bool // may be nil; a session with a running turn is never replaced
}

// Imported counts what an import did.
type Imported struct{ Added, Replaced, Skipped int }

// The fixed assistant notes and results of turns that did not end by themselves.
const (
	CancelledNote     = "[cancelled] This turn was stopped before it finished."
	InterruptedNote   = "[interrupted] This turn ended when the program stopped."
	InterruptedResult = "[interrupted] The call did not finish."
)

// MissingResults gives, in order, the results that steps lack: one for each call
// that has none.
func MissingResults(steps []Step) []Step {
	answered := map[string]int{}
	for _, s := range steps {
		if s.Kind == StepResult {
			answered[s.CallID]++
		}
	}
	var missing []Step
	for _, s := range steps {
		for _, c := range s.Calls {
			if answered[c.ID] > 0 {
				answered[c.ID]--
				continue
			}
			missing = append(missing, Step{
				Kind: StepResult, CallID: c.ID, Tool: c.Name, Text: InterruptedResult, IsError: true,
			})
		}
	}
	return missing
}
