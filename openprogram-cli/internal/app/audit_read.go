package app

import (
	"context"
	"errors"
	"fmt"
	"os"

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
	log, err := openAudit(l)
	if err != nil {
		return errAuditUnusable
	}
	defer log.Close()
	var failed error
	err = log.Read(ctx, f, func(r audit.Record) error {
		failed = each(r)
		return failed
	})
	switch {
	case failed != nil:
		return failed
	case errors.Is(err, audit.ErrDamaged):
		return errAuditDamaged
	case err != nil:
		return errAuditUnusable
	}
	return nil
}

// AuditMark tells one state of the audit log from the next: it changes with each
// record.
func AuditMark(l state.Location) string {
	info, err := os.Stat(l.Path("audit", "audit.jsonl"))
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime())
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
