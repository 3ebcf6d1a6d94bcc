package fakeruntime

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// Record is one audit record.
type Record struct {
	Kind    runtimebridge.AuditType
	Origin  string
	Payload map[string]any
}

// Audit keeps records in memory.
type Audit struct {
	// Busy is how long other processes keep a record waiting.
	Busy time.Duration

	mu      sync.Mutex
	records []Record
	refused map[runtimebridge.AuditType]bool
}

// Refuse makes records of a kind fail from now on.
func (a *Audit) Refuse(kind runtimebridge.AuditType) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refused == nil {
		a.refused = map[runtimebridge.AuditType]bool{}
	}
	a.refused[kind] = true
}

// Append implements runtimebridge.Audit.
func (a *Audit) Append(ctx context.Context, kind runtimebridge.AuditType, origin string, payload map[string]any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if a.Busy > 0 {
		select {
		case <-time.After(a.Busy):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refused[kind] {
		return errors.New("audit is full")
	}
	a.records = append(a.records, Record{kind, origin, maps.Clone(payload)})
	return nil
}

// Records are all records so far.
func (a *Audit) Records() []Record {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.records)
}

// Of are the records of one kind.
func (a *Audit) Of(kind runtimebridge.AuditType) []Record {
	return slices.DeleteFunc(a.Records(), func(r Record) bool { return r.Kind != kind })
}
