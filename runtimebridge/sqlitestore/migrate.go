package sqlitestore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The scripts are applied in the order of their names; user_version counts those
// that have been.
//
//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks a database as ours, in its header.
const applicationID = 0x4f50534e

// migrate brings the schema up to date and the file into write-ahead mode. The
// mode comes second, so that the header of a database that has any content says
// whose it is. It gives the version of the schema.
func (s *Store) migrate(ctx context.Context) (int, error) {
	scripts, err := migrationScripts()
	if err != nil {
		return 0, err
	}
	version, err := schemaVersion(ctx, s.write.db, len(scripts))
	if err != nil {
		return 0, err
	}
	if version < len(scripts) {
		if err := s.write.in(ctx, func(t *transaction) error { return t.migrate(ctx, scripts) }); err != nil {
			return 0, err
		}
	}
	return len(scripts), s.writeAhead(ctx)
}

// writeAhead brings the file into write-ahead mode. SQLite does not wait for
// other processes that read a new file meanwhile, so this does.
func (s *Store) writeAhead(ctx context.Context) error {
	late := time.Now().Add(queuePatience)
	for {
		_, err := s.write.db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !errors.Is(explain(err), store.ErrLocked) || time.Now().After(late) {
			return err
		}
		time.Sleep(queuePause)
	}
}

// migrate applies the scripts that are missing. It looks at the version again:
// another process may have been faster.
func (t *transaction) migrate(ctx context.Context, scripts []string) error {
	version, err := schemaVersion(ctx, t, len(scripts))
	if err != nil {
		return err
	}
	for _, script := range scripts[version:] {
		if _, err := t.ExecContext(ctx, script); err != nil {
			return fmt.Errorf("sqlitestore: migration %d: %w", version+1, err)
		}
		version++
	}
	_, err = t.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version))
	return err
}

// querier is what a database and a transaction have in common.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// schemaVersion is 0 for a database without content. One with content that is
// not ours is refused, and so is one that is later than the latest we know.
func schemaVersion(ctx context.Context, q querier, latest int) (int, error) {
	var application, version, objects int
	err := q.QueryRowContext(ctx,
		`SELECT (SELECT application_id FROM pragma_application_id),
		        (SELECT user_version FROM pragma_user_version),
		        (SELECT count(*) FROM sqlite_schema)`).Scan(&application, &version, &objects)
	if err != nil {
		return 0, err
	}
	switch {
	case application == applicationID && (version < 0 || version > latest):
		return 0, store.ErrNewerSchema
	case application == applicationID:
		return version, nil
	case application != 0 || version != 0 || objects != 0:
		return 0, store.ErrForeignFile
	}
	return 0, nil
}

func migrationScripts() ([]string, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	scripts := make([]string, 0, len(names))
	for _, name := range names {
		script, err := migrationFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, string(script))
	}
	return scripts, nil
}
