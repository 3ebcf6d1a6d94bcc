package runtimebridge

import "context"

// AuditType names a kind of audit record.
type AuditType string

// The kinds of audit record.
const (
	AuditServerStarted    AuditType = "mcp.server.started"
	AuditServerStopped    AuditType = "mcp.server.stopped"
	AuditAuthFailed       AuditType = "mcp.auth.failed"
	AuditToolAllowed      AuditType = "mcp.tool.allowed"
	AuditToolDenied       AuditType = "mcp.tool.denied"
	AuditToolFinished     AuditType = "mcp.tool.finished"
	AuditPromptStarted    AuditType = "mcp.prompt.started"
	AuditPromptFinished   AuditType = "mcp.prompt.finished"
	AuditRequestCancelled AuditType = "mcp.request.cancelled"
	AuditTurnToolAllowed  AuditType = "turn.tool.allowed"
	AuditTurnToolDenied   AuditType = "turn.tool.denied"
	AuditTurnToolFinished AuditType = "turn.tool.finished"
	AuditTurnInterrupted  AuditType = "turn.interrupted" // of a client's turn it is AuditPromptFinished
	AuditOwnerChanged     AuditType = "owner.changed"
)

// AuditTypes are the kinds of audit record that there are.
func AuditTypes() []AuditType {
	return []AuditType{
		AuditServerStarted, AuditServerStopped, AuditAuthFailed,
		AuditToolAllowed, AuditToolDenied, AuditToolFinished,
		AuditPromptStarted, AuditPromptFinished, AuditRequestCancelled,
		AuditTurnToolAllowed, AuditTurnToolDenied, AuditTurnToolFinished, AuditTurnInterrupted,
		AuditOwnerChanged,
	}
}

// Audit keeps the trail of what was decided and done.
type Audit interface {
	// Append writes one record. origin says who caused it: a speaker id or
	// "system". The payload holds names, ids, sizes, reason codes and
	// durations, never a token, prompt, argument value, result or path. An
	// error means that the record is not in the log.
	Append(ctx context.Context, kind AuditType, origin string, payload map[string]any) error
}
