package app

import (
	"context"
	"errors"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

// Who caused a record, besides the clients.
const (
	originOwner  = "owner/local"
	originSystem = "system"
)

var (
	errAuditUnavailable = errors.New("the audit log cannot be used, so nothing was changed")
	errNotRecorded      = errors.New("the change was made, but it could not be recorded in the audit log")
)

// openAudit gives the audit log of a state directory. The first record creates
// it. secrets are values that no record may hold, whatever wrote it.
func openAudit(l state.Location, secrets ...string) (*audit.Log, error) {
	return audit.Open(l.Path("audit"), audit.Options{Secrets: secrets})
}

// readyAudit is openAudit with the certainty that records can be added.
func readyAudit(ctx context.Context, l state.Location, secrets ...string) (*audit.Log, error) {
	log, err := openAudit(l, secrets...)
	if err != nil {
		return nil, err
	}
	if err := log.Ready(ctx); err != nil {
		log.Close()
		return nil, err
	}
	return log, nil
}

// recorded makes a change of the owner's that has to be in the audit log. The
// log is made ready first: a change that cannot be recorded is not made.
func recorded(ctx context.Context, l state.Location, what string, change func() (map[string]any, error)) error {
	log, err := readyAudit(ctx, l)
	if err != nil {
		return errAuditUnavailable
	}
	defer log.Close()
	payload, err := change()
	if err != nil {
		return err
	}
	record := map[string]any{"what": what}
	for name, value := range payload {
		record[name] = value
	}
	if log.Append(ctx, runtimebridge.AuditOwnerChanged, originOwner, record) != nil {
		return errNotRecorded
	}
	return nil
}
