package sqlitestore_test

import (
	"database/sql"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// everyMethod calls every method of a store that reads or writes, on an open turn.
func everyMethod(t *testing.T, s *sqlitestore.Store, turn store.Turn) map[string]error {
	t.Helper()
	ctx := t.Context()
	errs := map[string]error{
		"Begin":       second(s.Begin(ctx, store.BeginTurn{SessionID: "new", Text: "a", New: &store.NewSession{AgentID: "main"}})),
		"AppendStep":  s.AppendStep(ctx, turn, store.Step{Kind: store.StepSummary, Text: "a"}),
		"Finish":      s.Finish(ctx, turn, store.Ending{Text: "a"}),
		"Rename":      s.Rename(ctx, turn.SessionID, "a"),
		"SetArchived": s.SetArchived(ctx, turn.SessionID, true),
		"Repair":      third(s.Repair(ctx, turn.SessionID, time.Time{}, nil)),
		"Delete":      s.Delete(ctx, turn.SessionID),
		"Import":      second(s.Import(ctx, strings.NewReader(""), store.ImportOptions{})),
	}
	maps.Copy(errs, everyRead(t, s, turn.SessionID))
	return errs
}

func everyRead(t *testing.T, s *sqlitestore.Store, id string) map[string]error {
	t.Helper()
	ctx := t.Context()
	return map[string]error{
		"Sessions":   second(s.Sessions(ctx, store.Query{})),
		"Session":    second(s.Session(ctx, id)),
		"Branch":     second(s.Branch(ctx, id)),
		"History":    second(s.History(ctx, id)),
		"SessionIDs": second(s.SessionIDs(ctx, "s", 2)),
		"Unfinished": second(s.Unfinished(ctx)),
		"Export":     second(s.Export(ctx, io.Discard)),
		"Check":      second(s.Check(ctx)),
	}
}

func third[T, U any](_ T, _ U, err error) error { return err }

func second[T any](_ T, err error) error { return err }

// dump is all that a database holds.
func dump(t *testing.T, db *sql.DB) string {
	t.Helper()
	var b strings.Builder
	for _, table := range []string{"sessions", "messages", "turns", "steps"} {
		rows, err := db.Query("SELECT * FROM " + table)
		check(t, err)
		columns, err := rows.Columns()
		check(t, err)
		for rows.Next() {
			values := make([]string, len(columns))
			into := make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			check(t, rows.Scan(into...))
			b.WriteString(table + " " + strings.Join(values, "|") + "\n")
		}
		check(t, rows.Err())
		check(t, rows.Close())
	}
	return b.String()
}

// A newer program may bring the schema further while an older one has the
// database open. What the older one knows of it is no longer true.
func TestADatabaseThatBecomesNewerIsLeftAlone(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	defer s.Close()
	turn := ask(t, s, "s")
	for name, err := range everyRead(t, s, "s") {
		if err != nil {
			t.Fatalf("before: %s: %v", name, err)
		}
	}
	other := openRaw(t, path)
	execute(t, other, "PRAGMA user_version = 999")
	before := dump(t, other)
	for name, err := range everyMethod(t, s, turn) {
		if !errors.Is(err, store.ErrNewerSchema) {
			t.Errorf("%s: %v, want ErrNewerSchema", name, err)
		}
	}
	if after := dump(t, other); after != before {
		t.Errorf("the database was\n%sand is\n%s", before, after)
	}
	refuse(t, path, store.ErrNewerSchema)

	// An older version in its place is none that this program can work with either.
	execute(t, other, "PRAGMA user_version = 0")
	if err := s.Rename(t.Context(), "s", "a"); !errors.Is(err, store.ErrNewerSchema) {
		t.Errorf("after the version went back: %v", err)
	}
}

// What is beside a database of a newer version is not touched either.
func TestRefusingANewerDatabaseChangesNoFile(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	talk(t, s, "s")
	check(t, s.Close())
	script("PRAGMA user_version = 999")(t, path)
	before := contents(t, filepath.Dir(path))
	info, err := os.Stat(path)
	check(t, err)
	refuse(t, path, store.ErrNewerSchema)
	if !maps.Equal(before, contents(t, filepath.Dir(path))) {
		t.Error("a file was changed")
	}
	if again, err := os.Stat(path); err != nil || !again.ModTime().Equal(info.ModTime()) {
		t.Errorf("the file was written to: %v, %v", again.ModTime(), err)
	}
}
