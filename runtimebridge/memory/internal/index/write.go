package index

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Batch is a group of changes to the index.
type Batch struct {
	Documents []Document // to be indexed, in place of what there is of them
	Gone      []Key      // to be removed
}

// Write applies a batch in one transaction. What another process has indexed
// just so meanwhile is left alone. still is asked within the transaction whether
// a document, or the absence of a note (nil), is still the present state of
// things; what is not is left out, and not reported: left gives those keys.
func (ix *Index) Write(ctx context.Context, b Batch, still func(Key, *Document) bool) (left []Key, err error) {
	err = ix.write(ctx, func(tx *sql.Tx) error {
		left = nil
		w, err := newWriter(ctx, tx)
		if err != nil {
			return err
		}
		defer w.close()
		for i := range b.Documents {
			if d := &b.Documents[i]; !still(d.Key, d) {
				left = append(left, d.Key)
			} else if err := w.put(ctx, d); err != nil {
				return err
			}
		}
		for _, key := range b.Gone {
			if !still(key, nil) {
				left = append(left, key)
			} else if err := w.remove(ctx, key); err != nil {
				return err
			}
		}
		if !w.changed {
			return nil
		}
		_, err = tx.ExecContext(ctx, `UPDATE origin SET indexed_at = ?`, time.Now().Unix())
		return err
	})
	return left, err
}

// write runs a transaction that may write. It waits for other processes as long
// as ctx lasts; do may run more than once.
func (ix *Index) write(ctx context.Context, do func(*sql.Tx) error) error {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	if ix.db == nil {
		return ErrClosed
	}
	for {
		err := transact(ctx, ix.db, do)
		if !isBusy(err) {
			return err
		}
		select { // SQLite mostly has waited already
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func transact(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, undo)
		}
		return err
	}
	return tx.Commit()
}

// writer holds the statements of one Write.
type writer struct {
	find, touch, insert, drop, index, forget *sql.Stmt
	changed                                  bool
}

func newWriter(ctx context.Context, tx *sql.Tx) (*writer, error) {
	w := &writer{}
	for _, s := range []struct {
		statement **sql.Stmt
		text      string
	}{
		{&w.find, `SELECT id, passages, size, modified, changed, inode, settled, digest, status
			FROM note WHERE source = ? AND path = ?`},
		{&w.touch, `UPDATE note SET size = ?, modified = ?, changed = ?, inode = ?, settled = ? WHERE id = ?`},
		{&w.insert, `INSERT INTO note (size, modified, changed, inode, settled, source, path, shown, digest, status, passages)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&w.drop, `DELETE FROM note WHERE id = ?`},
		{&w.index, `INSERT INTO passage (rowid, path, heading, body) VALUES (?, ?, ?, ?)`},
		{&w.forget, `DELETE FROM passage WHERE rowid = ?`},
	} {
		statement, err := tx.PrepareContext(ctx, s.text)
		if err != nil {
			w.close()
			return nil, err
		}
		*s.statement = statement
	}
	return w, nil
}

func (w *writer) close() {
	for _, statement := range []*sql.Stmt{w.find, w.touch, w.insert, w.drop, w.index, w.forget} {
		if statement != nil {
			_ = statement.Close() // the transaction ends it in any case
		}
	}
}
