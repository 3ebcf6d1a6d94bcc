package turn

import (
	"context"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	// recordTimeout bounds one audit record; a log that is busy has its own limit.
	recordTimeout = 15 * time.Second

	clientPrefix       = "mcp/"   // of the origins that are clients
	originSystem       = "system" // of a turn of which nobody knows who asked for it
	outcomeInterrupted = "interrupted"
)

// Repair closes the interrupted turn of a session, if there is one that does not
// run, and records it. tryLock takes the session's lock. A store that is no store.Repairer does
// that when the session's next turn begins.
func (r *Runner) Repair(ctx context.Context, sessionID string, tryLock store.TryLock) error {
	repairer, ok := r.options.Store.(store.Repairer)
	if !ok {
		return nil
	}
	interrupted, found, err := repairer.Repair(ctx, sessionID, r.options.Now(), tryLock)
	if found {
		r.recordInterrupted(ctx, interrupted)
	}
	return err
}

// recordInterrupted records the end of a turn that was closed in the place of the
// process that ran it. Whoever closes it has done so in one transaction, so there
// is one record at most. A client's turn gets the record that its own process
// would have written.
func (r *Runner) recordInterrupted(ctx context.Context, t store.InterruptedTurn) {
	if r.options.Audit == nil {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer stop()
	kind, origin := runtimebridge.AuditTurnInterrupted, t.Origin
	payload := map[string]any{"session_id": t.SessionID, "request_id": t.RequestID, "outcome": outcomeInterrupted}
	if client, is := strings.CutPrefix(t.Origin, clientPrefix); is {
		kind = runtimebridge.AuditPromptFinished
		payload["client_id"] = client
	}
	if origin == "" {
		origin = originSystem
	}
	if r.options.Audit.Append(ctx, kind, origin, payload) != nil {
		r.options.Logger.Error("end of an interrupted turn could not be audited")
	}
}
