package memory

import "context"

// Discard refuses a record: it goes, and no note changes. It is for the owner.
// ErrExists reports a record whose text a promotion that was cut short has added
// to its note already: promoting it again ends that.
func (w *Workspace) Discard(ctx context.Context, id string) (Record, error) {
	release, err := w.lock(ctx, updateLock)
	if err != nil {
		return Record{}, err
	}
	defer release()
	if err := w.fresh(ctx, nil, func() error { return nil }); err != nil {
		return Record{}, err
	}
	record, _, err := w.record(id + recordSuffix)
	if err != nil {
		return Record{}, err
	}
	if record.Applying != nil {
		note, err := w.open(ctx, record.Path)
		if err == nil && record.appliedTo(note) {
			return Record{}, ErrExists
		}
	}
	return record, outcome(w.records.folder.Remove(id + recordSuffix))
}
