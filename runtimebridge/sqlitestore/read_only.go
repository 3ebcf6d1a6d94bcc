package sqlitestore

import (
	"context"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// connectToRead opens the connections that read, of a database that this user may
// not write to. Its schema has to be the present one: it cannot be brought there.
func (s *Store) connectToRead(ctx context.Context, path string) error {
	scripts, err := migrationScripts()
	if err != nil {
		return err
	}
	if s.read, err = openPool(readOnlyDSN(path, settled(path)), readers); err != nil {
		return err
	}
	version, err := schemaVersion(ctx, s.read.db, len(scripts))
	if err != nil {
		return explain(err)
	}
	if version < len(scripts) {
		return store.ErrReadOnly
	}
	return explain(s.read.prepare(ctx, version, readQueries))
}
