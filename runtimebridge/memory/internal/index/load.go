package index

import (
	"context"
	"database/sql"
	"time"
)

// Load gives every note of the index.
func (ix *Index) Load(ctx context.Context, note func(Note)) error {
	return ix.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx,
			`SELECT source, path, size, modified, changed, inode, settled, digest, status FROM note`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var n Note
			var inode int64
			err := rows.Scan(&n.Source, &n.Path, &n.Stamp.Size, &n.Stamp.Modified, &n.Stamp.Changed, &inode,
				&n.Settled, &n.Digest, &n.Status)
			if err != nil {
				return err
			}
			n.Stamp.Inode = uint64(inode)
			note(n)
		}
		return rows.Err()
	})
}

// IndexedAt is when the index was last changed, to the second.
func (ix *Index) IndexedAt(ctx context.Context) (time.Time, error) {
	var seconds int64
	err := ix.read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT indexed_at FROM origin`).Scan(&seconds)
	})
	return time.Unix(seconds, 0), err
}

// read runs a transaction that sees one state of the database and does not wait.
func (ix *Index) read(ctx context.Context, do func(*sql.Tx) error) error {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	if ix.db == nil {
		return ErrClosed
	}
	tx, err := ix.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing was written
	return do(tx)
}
