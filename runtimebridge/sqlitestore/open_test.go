package sqlitestore_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// names gives what is in a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestOpenNeedsAbsolutePath(t *testing.T) {
	if _, err := sqlitestore.Open("sessions.db", sqlitestore.Options{}); !errors.Is(err, sqlitestore.ErrRelativePath) {
		t.Errorf("Open = %v, want ErrRelativePath", err)
	}
}

func TestOpenAnyName(t *testing.T) {
	for _, name := range []string{
		"a#b", "a?b=c", "a?mode=memory", "a%b", "a%41", "a b", "ünï-世界", "a'b", "a;b", "a&_pragma=x", "a+b", ":memory:", "file:a", `a\b`, "a\nb",
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, name)
			s := openStore(t, filepath.Join(dir, name))
			talk(t, s, "s")
			if diff := cmp.Diff([]string{name, name + "-shm", name + "-wal", name + ".lock"}, names(t, dir)); diff != "" {
				t.Errorf("files while open (-want +got):\n%s", diff)
			}
			check(t, s.Close())
			if diff := cmp.Diff([]string{name, name + ".lock"}, names(t, dir)); diff != "" {
				t.Errorf("files after Close (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{name}, names(t, parent)); diff != "" {
				t.Errorf("directories (-want +got):\n%s", diff)
			}
		})
	}
}

func refuse(t *testing.T, path string, want error) {
	t.Helper()
	s, err := sqlitestore.Open(path, sqlitestore.Options{})
	if err == nil {
		check(t, s.Close())
	}
	if !errors.Is(err, want) {
		t.Errorf("Open = %v, want %v", err, want)
	}
}

func TestReopenKeepsSessions(t *testing.T) {
	path := newPath(t)
	for want := 2; want <= 6; want += 2 {
		s := openStore(t, path)
		talk(t, s, "s")
		branch, err := s.Branch(t.Context(), "s")
		check(t, err)
		if len(branch) != want {
			t.Errorf("%d messages, want %d", len(branch), want)
		}
		check(t, s.Close())
	}
}

func TestCloseTwice(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	check(t, s.Close())
	check(t, s.Close())
	check(t, os.WriteFile(path, []byte("Dear diary,\n"), 0o600)) // still looked at before it is opened
	refuse(t, path, store.ErrForeignFile)
}

func TestOpenAnEmptyFile(t *testing.T) {
	path := newPath(t)
	check(t, os.WriteFile(path, nil, 0o600))
	s := openStore(t, path)
	talk(t, s, "s")
	check(t, s.Close())
}

// Every connection, not only the first, has the settings.
func TestSettingsOfEveryConnection(t *testing.T) {
	s := newStore(t)
	write, read := s.Pools()
	for name, db := range map[string]interface {
		query(*testing.T, string) string
	}{"write": connection{write}, "read": connection{read}, "second read": connection{read}} {
		for pragma, want := range map[string]string{
			"journal_mode": "wal", "busy_timeout": "5000", "foreign_keys": "1", "synchronous": "2", "temp_store": "2", "fullfsync": "1",
			"query_only": map[bool]string{true: "0", false: "1"}[name == "write"],
		} {
			if got := db.query(t, "PRAGMA "+pragma); got != want {
				t.Errorf("%s: %s is %s, want %s", name, pragma, got, want)
			}
		}
	}
}

func TestDatabaseIsMarked(t *testing.T) {
	s := newStore(t)
	write, _ := s.Pools()
	var application, version int
	check(t, write.QueryRow("PRAGMA application_id").Scan(&application))
	check(t, write.QueryRow("PRAGMA user_version").Scan(&version))
	if application != sqlitestore.ApplicationID || version != 2 {
		t.Errorf("application_id %#x, user_version %d", application, version)
	}
}

// The lists and the branch come out of an index in order: their cost follows
// from what they return, not from how much there is.
func TestQueriesUseAnIndex(t *testing.T) {
	s := newStore(t)
	_, read := s.Pools()
	for _, query := range []string{
		sqlitestore.ListActive, sqlitestore.ListAll, sqlitestore.SelectSession, sqlitestore.SelectIDs, sqlitestore.Messages, sqlitestore.Steps,
	} {
		steps := plan(t, read, query)
		for _, step := range steps {
			if scans(step) {
				t.Errorf("%s\nin %s", step, query)
			}
		}
		isList := query == sqlitestore.ListActive || query == sqlitestore.ListAll
		if isList && !strings.Contains(strings.Join(steps, "\n"), "USING COVERING INDEX sessions_by_change") {
			t.Errorf("%q\nin %s", steps, query)
		}
	}
}
