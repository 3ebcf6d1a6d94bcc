package memory

import (
	"context"
	"time"
)

// Status says what the memory holds.
type Status struct {
	Revision  string    // opaque; changes with every change of a note or a record
	Files     int       // notes
	Bytes     int64     // of the notes
	Pending   int       // records
	Skipped   int       // files that are too large, unreadable or badly named
	IndexedAt time.Time // when the index last changed, to the second
}

// Status looks at everything and says what there is.
func (w *Workspace) Status(ctx context.Context) (Status, error) { return w.status(ctx, nil) }

func (w *Workspace) status(ctx context.Context, report Progress) (Status, error) {
	var s Status
	err := w.fresh(ctx, report, func() error {
		at, err := w.index.IndexedAt(ctx)
		s = Status{
			Revision: w.revision(), Files: w.notes.readable, Bytes: w.notes.bytes, Pending: w.records.readable,
			Skipped: w.notes.unusable() + w.records.unusable(), IndexedAt: at,
		}
		return err
	})
	return s, err
}

// unusable is how many files and names of the source cannot be used.
func (s *source) unusable() int { return s.skipped + len(s.catalog.notes) - s.readable }

// Refresh brings the index up to date, and tells how far it is. Whatever uses the
// memory does that by itself, without a word.
func (w *Workspace) Refresh(ctx context.Context, report Progress) error {
	return w.fresh(ctx, report, func() error { return nil })
}

// Reindex builds the index anew.
func (w *Workspace) Reindex(ctx context.Context, report Progress) error {
	return w.alone(ctx, func() error {
		if err := w.remove(ctx); err != nil {
			return err
		}
		return w.refresh(ctx, report)
	})
}
