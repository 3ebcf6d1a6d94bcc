package app

import (
	"context"
	"errors"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

var (
	errAuditDamaged  = errors.New("lines of the audit log cannot be read: run openprogram audit verify")
	errAuditUnusable = errors.New("the audit log cannot be read: the folder audit in the state directory has to be yours")
)

// ReadAudit calls each for the selected records of the audit log, oldest first.
// It creates nothing.
func ReadAudit(ctx context.Context, l state.Location, f audit.Filter, each func(audit.Record) error) error {
	return readAudit(l, each, func(log *audit.Log, each func(audit.Record) error) error { return log.Read(ctx, f, each) })
}

// FollowAudit is ReadAudit, and goes on with each record that is written, until
// ctx ends.
func FollowAudit(ctx context.Context, l state.Location, f audit.Filter, each func(audit.Record) error) error {
	return readAudit(l, each, func(log *audit.Log, each func(audit.Record) error) error { return log.Follow(ctx, f, each) })
}

func readAudit(l state.Location, each func(audit.Record) error, read func(*audit.Log, func(audit.Record) error) error) error {
	log, err := openAudit(l)
	if err != nil {
		return errAuditUnusable
	}
	defer log.Close()
	var failed error
	err = read(log, func(r audit.Record) error {
		failed = each(r)
		return failed
	})
	switch {
	case failed != nil:
		return failed
	case errors.Is(err, audit.ErrDamaged), errors.Is(err, audit.ErrCut):
		return errAuditDamaged
	case err != nil:
		return errAuditUnusable
	}
	return nil
}

// VerifyAudit says whether the audit log is as it was written.
func VerifyAudit(ctx context.Context, l state.Location) (audit.Report, error) {
	log, err := openAudit(l)
	if err != nil {
		return audit.Report{}, errAuditUnusable
	}
	defer log.Close()
	report, err := log.Verify(ctx)
	if err != nil {
		return audit.Report{}, errAuditUnusable
	}
	return report, nil
}
