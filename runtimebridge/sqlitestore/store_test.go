package sqlitestore_test

import (
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return openStore(t, filepath.Join(t.TempDir(), "sessions.db"))
	})
}

// openStore opens a store that the caller closes.
func openStore(t testing.TB, path string) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(path, sqlitestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
