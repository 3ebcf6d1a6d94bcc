package runtimebridge

import (
	"errors"

	"github.com/openprogram/openprogram-go/authority"
)

// The refusals that a caller of a Connection can tell apart.
var (
	ErrSessionNotFound = errors.New("session not found")
	ErrSessionBusy     = errors.New("session is busy")
	ErrToolNotFound    = errors.New("runtime tool not found")
	ErrClosed          = errors.New("connection is closed")
)

// ArgumentError reports arguments that do not fit a tool's schema. Path and
// Keyword come from the schema, never from the arguments.
type ArgumentError struct {
	Path    string // $ for the whole, then .name and [n]
	Keyword string // the schema keyword that failed
}

// Error names the place and the keyword.
func (e *ArgumentError) Error() string { return "invalid arguments at " + e.Path + ": " + e.Keyword }

// DenialKind says which step refused a call.
type DenialKind string

// The kinds of denial, each a fixed text on the wire.
const (
	DeniedHardConstraint      DenialKind = "hard_constraint"
	DeniedCapability          DenialKind = "capability"
	DeniedRule                DenialKind = "rule"
	DeniedApprovalUnavailable DenialKind = "approval_unavailable"
	DeniedByOwner             DenialKind = "declined" // the owner was asked and said no
	DeniedAuditUnavailable    DenialKind = "audit_unavailable"
)

// Denial reports a call that the gate refused. The tool was not entered.
type Denial struct {
	Kind       DenialKind
	Capability authority.Capability // for DeniedCapability
}

// Error is a fixed text a kind.
func (d *Denial) Error() string {
	if d.Kind == DeniedCapability {
		return "denied: authority tier does not allow " + string(d.Capability)
	}
	return "denied: " + string(d.Kind)
}
