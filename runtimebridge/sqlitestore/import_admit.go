package sqlitestore

import (
	"context"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	selectExisting = `SELECT key, id, EXISTS (SELECT 1 FROM turns WHERE turns.session = key) FROM sessions WHERE id IN `
	deleteByKey    = `DELETE FROM sessions WHERE key = ?`
)

// existingSession is a stored session with an id that a batch has too.
type existingSession struct {
	key  int64
	open bool // a turn of it has not ended
}

// admit takes out of a batch what is there already, or takes what is there
// already out of the database.
func (i *importer) admit(ctx context.Context, batch []importLine) ([]importLine, error) {
	existing, err := i.lookUp(ctx, batch)
	if err != nil {
		return nil, err
	}
	admitted := batch[:0]
	inBatch := make(map[string]bool, len(batch))
	for _, line := range batch {
		id := line.session.ID
		old, exists := existing[id]
		if inBatch[id] || old.key >= i.firstKey {
			return nil, &store.LineError{Line: line.number, Path: "id", Problem: "appears twice in the file"}
		}
		inBatch[id] = true
		switch {
		case !exists:
			i.counts.Added++
		case !i.options.Replace:
			i.counts.Skipped++
			continue
		case i.busy(id, old):
			i.counts.Skipped++
			i.counts.Busy++
			continue
		default:
			i.counts.Replaced++
			if _, err := i.remove.ExecContext(ctx, old.key); err != nil {
				return nil, err
			}
		}
		admitted = append(admitted, line)
	}
	return admitted, nil
}

func (i *importer) busy(id string, old existingSession) bool {
	if i.options.Busy == nil {
		return old.open
	}
	return i.options.Busy(id)
}

// lookUp finds the stored sessions that have an id of the batch.
func (i *importer) lookUp(ctx context.Context, batch []importLine) (map[string]existingSession, error) {
	ids := make([]any, importBatch) // nil where the batch is short
	for n := range batch {
		ids[n] = batch[n].session.ID
	}
	rows, err := i.existing.QueryContext(ctx, ids...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	existing := map[string]existingSession{}
	for rows.Next() {
		var id string
		var s existingSession
		if err := rows.Scan(&s.key, &id, &s.open); err != nil {
			return nil, err
		}
		existing[id] = s
	}
	return existing, rows.Err()
}
