package sqlitestore

import (
	"context"
	"io"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	checkFile  = `PRAGMA integrity_check(1)`
	checkLinks = `PRAGMA foreign_key_check`
)

var _ store.Checker = (*Store)(nil)

// Check implements store.Checker.
func (s *Store) Check(ctx context.Context) (int, error) {
	if err := s.checkDatabase(ctx); err != nil {
		return 0, explain(err)
	}
	return s.Export(ctx, io.Discard)
}

// checkDatabase lets SQLite look at its own structures.
func (s *Store) checkDatabase(ctx context.Context) error {
	var verdict string
	if err := s.read.db.QueryRowContext(ctx, checkFile).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return store.ErrDamaged
	}
	rows, err := s.read.db.QueryContext(ctx, checkLinks)
	if err != nil {
		return err
	}
	defer rows.Close()
	if rows.Next() {
		return store.ErrDamaged
	}
	return rows.Err()
}
