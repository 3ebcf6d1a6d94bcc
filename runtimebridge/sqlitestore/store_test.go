package sqlitestore_test

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return openStore(t, newPath(t)) })
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "sessions.db") }

// openStore opens a store that the caller closes.
func openStore(t testing.TB, path string) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(path, sqlitestore.Options{})
	check(t, err)
	return s
}

// newStore opens a store for the length of the test.
func newStore(t testing.TB) *sqlitestore.Store {
	t.Helper()
	s := openStore(t, newPath(t))
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

// openRaw opens a database without this package, for the length of the test.
func openRaw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path}).String())
	check(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { check(t, db.Close()) })
	return db
}

func execute(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// talk runs one turn in a session, which it creates with the first.
func talk(t testing.TB, s store.Store, id string) store.Turn {
	t.Helper()
	turn := ask(t, s, id)
	check(t, s.AppendStep(t.Context(), turn, store.Step{
		Kind: store.StepReply, Calls: []store.Call{{ID: "c", Name: "search", Arguments: "{}"}},
	}))
	check(t, s.Finish(t.Context(), turn, store.Ending{Text: "answer"}))
	return turn
}

// ask begins a turn in a session, which it creates with the first.
func ask(t testing.TB, s store.Store, id string) store.Turn {
	t.Helper()
	begin := store.BeginTurn{SessionID: id, Text: "question"}
	if _, err := s.Session(t.Context(), id); err != nil {
		begin.New = &store.NewSession{AgentID: "main", Source: "mcp"}
	}
	turn, err := s.Begin(t.Context(), begin)
	check(t, err)
	return turn
}
