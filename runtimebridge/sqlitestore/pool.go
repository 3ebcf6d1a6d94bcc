package sqlitestore

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"
)

// pool is a set of connections with the queries prepared on them.
type pool struct {
	db       *sql.DB
	queue    *queue               // in front of every transaction; nil for one that only reads
	prepared map[string]*sql.Stmt // by query; not changed after prepare
}

func openPool(dsn string, connections int) (*pool, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return &pool{db: db, prepared: map[string]*sql.Stmt{}}, nil
}

func (p *pool) prepare(ctx context.Context, queries []string) error {
	for _, query := range queries {
		statement, err := p.db.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		p.prepared[query] = statement
	}
	return nil
}

// close closes the connections and with them the statements. A nil pool has none.
func (p *pool) close() error {
	if p == nil {
		return nil
	}
	return errors.Join(p.db.Close(), p.queue.close())
}

// enter waits for a turn to write; a pool that only reads needs none.
func (p *pool) enter(ctx context.Context) (leave func(), err error) {
	if p.queue == nil {
		return func() {}, nil
	}
	return p.queue.enter(ctx)
}

// exec runs one prepared statement as a transaction of its own and tells how
// many rows it changed.
func (p *pool) exec(ctx context.Context, query string, args ...any) (int64, error) {
	leave, err := p.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	result, err := p.prepared[query].ExecContext(ctx, args...)
	if err != nil {
		return 0, explain(err)
	}
	return result.RowsAffected()
}

// in runs do inside one transaction: an immediate one on the writing pool, a
// snapshot on the reading one. It commits when do returns nil.
func (p *pool) in(ctx context.Context, do func(*transaction) error) error {
	leave, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer tx.Rollback() // after a commit this does nothing
	err = do(&transaction{Tx: tx, prepared: p.prepared})
	if err == nil {
		err = tx.Commit()
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // the transaction was rolled back behind our back
	}
	return explain(err)
}

// transaction is a running transaction; its methods take prepared queries.
type transaction struct {
	*sql.Tx
	prepared map[string]*sql.Stmt
}

func (t *transaction) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return t.StmtContext(ctx, t.prepared[query]).ExecContext(ctx, args...)
}

func (t *transaction) row(ctx context.Context, query string, args ...any) *sql.Row {
	return t.StmtContext(ctx, t.prepared[query]).QueryRowContext(ctx, args...)
}

func (t *transaction) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.StmtContext(ctx, t.prepared[query]).QueryContext(ctx, args...)
}
