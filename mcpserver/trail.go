package mcpserver

import (
	"context"
	"log/slog"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// trailTimeout bounds the writing of one record. A log has limits of its own, and
// may wait seconds for the other processes that write to it: this is only for one
// that hangs, and no reason to turn a client away on a busy machine.
const trailTimeout = 15 * time.Second

const originSystem = "system"

// trail writes this server's audit records. The payloads are made here and
// nowhere else: ids, sizes, reason codes and durations.
type trail struct {
	audit    runtimebridge.Audit
	clientID string
	log      *slog.Logger
}

// append writes one record, also after everything has been cancelled.
func (t trail) append(kind runtimebridge.AuditType, origin string, payload map[string]any) error {
	ctx, cancel := context.WithTimeout(context.Background(), trailTimeout)
	defer cancel()
	payload["client_id"] = t.clientID
	err := t.audit.Append(ctx, kind, origin, payload)
	if err != nil {
		t.log.Error("audit record not written", "type", string(kind))
	}
	return err
}

func (t trail) serverStarted(version string) error {
	return t.append(runtimebridge.AuditServerStarted, originSystem, map[string]any{"version": version})
}

func (t trail) serverStopped(reason endReason, served time.Duration) {
	_ = t.append(runtimebridge.AuditServerStopped, originSystem, map[string]any{
		"reason": string(reason), "duration_ms": served.Milliseconds(),
	})
}

func (t trail) promptStarted(id requestID, session string, promptBytes int) error {
	return t.append(runtimebridge.AuditPromptStarted, t.speaker(), map[string]any{
		"request_id": id.value, "session_id": session, "prompt_bytes": promptBytes,
	})
}

func (t trail) promptFinished(id requestID, end promptEnd) {
	payload := map[string]any{
		"request_id": id.value, "session_id": end.session, "outcome": end.outcome,
		"duration_ms": end.took.Milliseconds(),
	}
	if end.failureCode != "" {
		payload["failure_code"] = end.failureCode
	}
	_ = t.append(runtimebridge.AuditPromptFinished, t.speaker(), payload)
}

func (t trail) requestCancelled(id requestID, session string, reason runtimebridge.CancelReason) {
	_ = t.append(runtimebridge.AuditRequestCancelled, originSystem, map[string]any{
		"request_id": id.value, "session_id": session, "reason": string(reason),
	})
}

// speaker is the id under which the client acts.
func (t trail) speaker() string { return "mcp/" + t.clientID }
