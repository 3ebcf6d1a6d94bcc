package index

import (
	"context"
	"database/sql"
	"errors"
)

// stored is what the index has of a note.
type stored struct {
	Note
	id       int64
	passages int
}

// stored finds a note; id is 0 when there is none.
func (w *writer) stored(ctx context.Context, key Key) (stored, error) {
	s := stored{Note: Note{Key: key}}
	var inode int64
	err := w.find.QueryRowContext(ctx, key.Source, key.Path).Scan(&s.id, &s.passages,
		&s.Stamp.Size, &s.Stamp.Modified, &s.Stamp.Changed, &inode, &s.Settled, &s.Digest, &s.Status)
	s.Stamp.Inode = uint64(inode)
	if errors.Is(err, sql.ErrNoRows) {
		return stored{}, nil
	}
	return s, err
}

// put indexes a document, as far as it differs from what there is.
func (w *writer) put(ctx context.Context, d *Document) error {
	old, err := w.stored(ctx, d.Key)
	if err != nil || old.id != 0 && old.Note == d.Note {
		return err
	}
	if old.id != 0 && old.Digest == d.Digest && old.Status == d.Status {
		_, err := w.touch.ExecContext(ctx, append(stampOf(d), old.id)...)
		return err
	}
	if err := w.delete(ctx, old); err != nil {
		return err
	}
	passages := d.Passages[:min(len(d.Passages), MaxPassages)]
	result, err := w.insert.ExecContext(ctx, append(stampOf(d),
		d.Source, d.Path, d.Shown, d.Digest, int(d.Status), len(passages))...)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	w.changed = true
	for i, p := range passages {
		if _, err := w.index.ExecContext(ctx, id<<numberBits|int64(i), p.Path, p.Heading, p.Body); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a note, if there is one.
func (w *writer) remove(ctx context.Context, key Key) error {
	old, err := w.stored(ctx, key)
	if err != nil {
		return err
	}
	return w.delete(ctx, old)
}

func (w *writer) delete(ctx context.Context, old stored) error {
	if old.id == 0 {
		return nil
	}
	w.changed = true
	for i := range old.passages {
		if _, err := w.forget.ExecContext(ctx, old.id<<numberBits|int64(i)); err != nil {
			return err
		}
	}
	_, err := w.drop.ExecContext(ctx, old.id)
	return err
}

// stampOf are the columns that change when a note is touched.
func stampOf(d *Document) []any {
	return []any{d.Stamp.Size, d.Stamp.Modified, d.Stamp.Changed, int64(d.Stamp.Inode), d.Settled}
}
