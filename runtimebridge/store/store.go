package store

import (
	"context"
	"io"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Store keeps sessions: a tree of messages each, with one active branch. Its
// methods may be called from many goroutines and from several processes. Text
// that is not UTF-8 is stored with U+FFFD in the place of what cannot be read.
type Store interface {
	// Sessions lists sessions, most recently changed first.
	Sessions(ctx context.Context, q Query) ([]Session, error)
	// Session reads one row.
	Session(ctx context.Context, id string) (Session, error)
	// SessionIDs gives the ids that begin like this, archived sessions' too, in
	// the order of their bytes: at most limit.
	SessionIDs(ctx context.Context, prefix string, limit int) ([]string, error)
	// Branch reads the active branch, oldest first, in one snapshot, without steps.
	Branch(ctx context.Context, id string) ([]runtimebridge.Message, error)
	// History reads the active branch with the steps of each message, in one
	// snapshot. The steps of a turn that has not ended are not part of it.
	History(ctx context.Context, id string) ([]Message, error)

	// Begin starts a turn: it repairs what an interrupted turn left, creates
	// the session when b.New is set, stores the user message and raises the
	// epoch, all in one transaction. The first user message gives a session
	// without a title its Title. A prompt that would fill the session over
	// MaxSessionBytes is ErrFull.
	Begin(ctx context.Context, b BeginTurn) (Turn, error)
	// AppendStep stores one step of a running turn.
	AppendStep(ctx context.Context, t Turn, s Step) error
	// Finish ends a turn: it stores the assistant message, moves the head to it
	// and clears the turn. With e.DropSteps the steps stored so far go; without,
	// every call that has no result gets MissingResults'.
	// The commit is durable when it returns. With e.DropSteps a turn that could
	// not be ended stays a cancelled one for the next Begin, in any process.
	Finish(ctx context.Context, t Turn, e Ending) error

	// Rename sets the title, cleaned by CleanTitle.
	Rename(ctx context.Context, id, title string) error
	// SetArchived moves a session out of the list or back.
	SetArchived(ctx context.Context, id string, archived bool) error
	// Delete removes a session and all that belongs to it. A running turn of it
	// finds its epoch gone.
	Delete(ctx context.Context, id string) error

	// Export writes sessions as JSON Lines (package jsonl), oldest first, from
	// one snapshot; no ids means all. It returns how many were written. What a
	// turn that has not ended has stored beside its user message is left out.
	Export(ctx context.Context, w io.Writer, ids ...string) (int, error)
	// Import reads JSON Lines in one transaction: all or nothing. A line that
	// cannot be imported is a *LineError.
	Import(ctx context.Context, r io.Reader, o ImportOptions) (Imported, error)

	// Close releases what the store holds. The caller has awaited its calls.
	Close() error
}

// TryLock takes the lock of a session, unless somebody has it.
type TryLock func(sessionID string) (unlock func(), err error)

// Repairer is a Store that can close interrupted turns without beginning new ones.
type Repairer interface {
	// Unfinished lists the sessions in which a turn has begun and not ended: it
	// runs, or its process has died.
	Unfinished(ctx context.Context) ([]string, error)
	// Repair closes the interrupted turn of a session, as Begin would. It reports
	// false when there is no such turn, it runs, another process was faster, or it
	// was a cancelled one. tryLock takes the session's lock or fails because
	// somebody has it. It is called only for a turn that is there, and the lock is
	// held for the write alone, not for the wait for it: meanwhile the session is
	// busy for everybody else.
	Repair(ctx context.Context, sessionID string, at time.Time, tryLock TryLock) (InterruptedTurn, bool, error)
}

// Checker is a Store that can examine all that it holds.
type Checker interface {
	// Check reads everything and counts the sessions. ErrDamaged when anything
	// contradicts itself.
	Check(ctx context.Context) (sessions int, err error)
}
