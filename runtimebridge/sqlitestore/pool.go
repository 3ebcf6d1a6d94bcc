package sqlitestore

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// selectVersion is run at the start of every transaction.
const selectVersion = `PRAGMA user_version`

// pool is a set of connections with the queries prepared on them.
type pool struct {
	db       *sql.DB
	queue    *queue               // in front of every transaction; nil for one that only reads
	batch    batch                // small changes that wait for their turn
	prepared map[string]*sql.Stmt // by query; not changed after prepare
	version  int                  // of the schema that the queries are for; set by prepare
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

// prepare makes a pool ready for queries over a schema of this version.
func (p *pool) prepare(ctx context.Context, version int, queries []string) error {
	p.version = version
	for _, query := range append([]string{selectVersion}, queries...) {
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

// exec runs one prepared statement that writes, wholly or not at all, and tells
// how many rows it changed.
func (p *pool) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	err = p.share(ctx, func(t *transaction) error {
		result, err := t.exec(ctx, query, args...)
		if err == nil {
			changed, err = result.RowsAffected()
		}
		return err
	})
	return changed, err
}

// in runs do inside one transaction: an immediate one on the writing pool, a
// snapshot on the reading one. It commits when do returns nil. A nil pool is that
// of a database which can only be read.
func (p *pool) in(ctx context.Context, do func(*transaction) error) error {
	if p == nil {
		return store.ErrReadOnly
	}
	leave, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return p.transact(ctx, do)
}

// transact is in without a turn to wait for.
func (p *pool) transact(ctx context.Context, do func(*transaction) error) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer tx.Rollback() // after a commit this does nothing
	t := &transaction{Tx: tx, prepared: p.prepared}
	if err = t.expect(ctx, p.version); err == nil {
		err = do(t)
	}
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
	shared   bool // by several changes: a statement that one of them stopped would end all
}

func (t *transaction) context(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// expect makes sure that the schema still is the one that the queries are for: a
// newer version of the program may have brought it further while this one had the
// database open. Before the queries are prepared anything is expected.
func (t *transaction) expect(ctx context.Context, version int) error {
	if version == 0 {
		return nil
	}
	var found int
	if err := t.row(ctx, selectVersion).Scan(&found); err != nil {
		return err
	}
	if found != version {
		return store.ErrNewerSchema
	}
	return nil
}

func (t *transaction) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx = t.context(ctx)
	return t.StmtContext(ctx, t.prepared[query]).ExecContext(ctx, args...)
}

func (t *transaction) row(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = t.context(ctx)
	return t.StmtContext(ctx, t.prepared[query]).QueryRowContext(ctx, args...)
}

func (t *transaction) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx = t.context(ctx)
	return t.StmtContext(ctx, t.prepared[query]).QueryContext(ctx, args...)
}

// texts runs a query of one column and gives the rows.
func (t *transaction) texts(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := t.rows(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, rows.Err()
}
