package sqlitestore

import (
	"context"
	"database/sql"
	"strings"
)

// bulkRows is how many rows one statement of a bulkInsert stores.
const bulkRows = 64

// bulkInsert stores rows many at a time: the cost of a statement is high beside
// that of a row.
type bulkInsert struct {
	columns int
	many    *sql.Stmt // bulkRows rows
	one     *sql.Stmt
	pending []any
}

// newBulkInsert prepares an insert; head ends with VALUES.
func (t *transaction) newBulkInsert(ctx context.Context, head string, columns int) (*bulkInsert, error) {
	many, err := t.PrepareContext(ctx, head+placeholders(bulkRows, columns))
	if err != nil {
		return nil, err
	}
	one, err := t.PrepareContext(ctx, head+placeholders(1, columns))
	if err != nil {
		return nil, err
	}
	return &bulkInsert{columns: columns, many: many, one: one, pending: make([]any, 0, bulkRows*columns)}, nil
}

// add takes one row. It is stored now or by flush.
func (b *bulkInsert) add(ctx context.Context, row ...any) error {
	b.pending = append(b.pending, row...)
	if len(b.pending) < bulkRows*b.columns {
		return nil
	}
	_, err := b.many.ExecContext(ctx, b.pending...)
	b.pending = b.pending[:0]
	return err
}

// flush stores the rows that wait.
func (b *bulkInsert) flush(ctx context.Context) error {
	for at := 0; at < len(b.pending); at += b.columns {
		if _, err := b.one.ExecContext(ctx, b.pending[at:at+b.columns]...); err != nil {
			return err
		}
	}
	b.pending = b.pending[:0]
	return nil
}

// placeholders are the parameters of rows: (?, ?), (?, ?).
func placeholders(rows, columns int) string {
	row := "(" + strings.Repeat("?, ", columns-1) + "?)"
	return strings.Repeat(row+", ", rows-1) + row
}
