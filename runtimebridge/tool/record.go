package tool

import (
	"context"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// recordTimeout bounds one audit record, which is written also for a request
// that has been cancelled. It is for a log that hangs: one that is busy has its
// own limit, and must not have to refuse a call before that.
const recordTimeout = 15 * time.Second

type recordTypes struct{ allowed, denied, finished runtimebridge.AuditType }

// typesOf picks the record types. A scope that is not known counts as a turn's.
func typesOf(scope Scope) recordTypes {
	if scope == ScopeClient {
		return recordTypes{runtimebridge.AuditToolAllowed, runtimebridge.AuditToolDenied, runtimebridge.AuditToolFinished}
	}
	return recordTypes{runtimebridge.AuditTurnToolAllowed, runtimebridge.AuditTurnToolDenied, runtimebridge.AuditTurnToolFinished}
}

// recordDecision writes the decision down, before anything is done about it.
func (g *Gate) recordDecision(ctx context.Context, c *call, r ruling) error {
	kind := typesOf(c.request.Scope).denied
	if r.allowed {
		kind = typesOf(c.request.Scope).allowed
	}
	payload := c.payload()
	payload["reason"] = r.reason
	payload["capability"] = string(r.capability)
	payload["argument_bytes"] = len(c.canonical)
	err := g.record(ctx, c, kind, payload)
	if err != nil {
		g.options.Logger.Error("decision could not be audited", "tool", c.entry.spec.Name)
	}
	return err
}

// recordEnd writes down how an allowed call ended. It has happened by then, so
// a record that fails is told to the log and changes nothing.
func (g *Gate) recordEnd(ctx context.Context, c *call, end ending, took time.Duration) {
	payload := c.payload()
	payload["reason"] = end.reason
	payload["is_error"] = end.err != nil || end.result.IsError
	payload["result_bytes"] = contentBytes(end.result.Content)
	payload["duration_ms"] = took.Milliseconds()
	if g.record(ctx, c, typesOf(c.request.Scope).finished, payload) != nil {
		g.options.Logger.Error("end of call could not be audited", "tool", c.entry.spec.Name)
	}
}

func (g *Gate) record(ctx context.Context, c *call, kind runtimebridge.AuditType, payload map[string]any) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer stop()
	return g.options.Audit.Append(ctx, kind, c.request.Grant.SpeakerID, payload)
}

// payload is what every record of a call says: names, ids and a hash.
func (c *call) payload() map[string]any {
	payload := map[string]any{
		"tool":          c.entry.spec.Name,
		"call_id":       c.id,
		"request_id":    c.request.RequestID,
		"session_id":    c.request.SessionID,
		"argument_hash": c.hash(),
	}
	if c.request.Grant.SpeakerKind == authority.SpeakerClient {
		payload["client_id"] = strings.TrimPrefix(c.request.Grant.SpeakerID, "mcp/")
	}
	return payload
}
