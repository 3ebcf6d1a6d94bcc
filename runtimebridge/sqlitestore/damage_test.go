package sqlitestore_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// reads tries everything that reads a session.
func reads(t *testing.T, s store.Store, id string) map[string]error {
	_, sessions := s.Sessions(t.Context(), store.Query{})
	_, session := s.Session(t.Context(), id)
	_, branch := s.Branch(t.Context(), id)
	_, history := s.History(t.Context(), id)
	_, export := s.Export(t.Context(), new(strings.Builder), id)
	_, begin := s.Begin(t.Context(), store.BeginTurn{SessionID: id, Text: "go on"})
	return map[string]error{
		"Sessions": sessions, "Session": session, "Branch": branch, "History": history, "Export": export, "Begin": begin,
	}
}

func TestDamageIsReported(t *testing.T) {
	const notChecked = "PRAGMA ignore_check_constraints = 1"
	tests := map[string]struct {
		damage string
		fails  string // what must report it
	}{
		"head of nowhere":         {"UPDATE sessions SET head = 99", "Branch History Export Begin"},
		"no head":                 {"UPDATE sessions SET head = 0", "Branch History Export Begin"},
		"no messages":             {"DELETE FROM messages", "Branch History Export Begin"},
		"missing parent":          {"DELETE FROM messages WHERE seq = 2", "Branch History Export"},
		"missing first message":   {"DELETE FROM messages WHERE seq = 1", "Branch History Export"},
		"a message as its parent": {"UPDATE messages SET parent = seq WHERE seq = 3", "Branch History Export"},
		"parents in a circle":     {"UPDATE messages SET parent = 4 WHERE seq = 2", "Branch History Export"},
		"unknown role":            {"UPDATE messages SET role = 'system' WHERE seq = 3", "Branch History Export"},
		"message without id":      {"UPDATE messages SET id = '' WHERE seq = 3", "Branch History Export"},
		"text that is not UTF-8":  {"UPDATE messages SET content = CAST(x'61ff' AS TEXT) WHERE seq = 3", "Branch History Export"},
		"title that is not UTF-8": {"UPDATE sessions SET title = CAST(x'ff' AS TEXT)", "Sessions Session Branch History Export Begin"},
		"step that is no JSON":    {"UPDATE steps SET step = '{'", "History Export"},
		"step of unknown kind":    {`UPDATE steps SET step = '{"kind":"thought"}'`, "History Export"},
		"step that is not UTF-8":  {`UPDATE steps SET step = CAST(x'7b226b696e64223a2273756d6d617279222c2274657874223a22ff227d' AS TEXT)`, "History Export"},
		"missing step":            {"DELETE FROM steps WHERE seq = 2 AND ordinal = 0", "History Export"},
		"head moved in a turn":    {"INSERT INTO turns (session, seq, message_id) SELECT key, 9, 'x' FROM sessions", "Begin"},
		"open turn of no message": {"INSERT INTO turns (session, seq, message_id) SELECT key, 5, 'x' FROM sessions; DELETE FROM messages", "Branch History Export Begin"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			talk(t, s, "s")
			talk(t, s, "s")
			write, _ := s.Pools()
			execute(t, write, notChecked, test.damage)
			for method, err := range reads(t, s, "s") {
				want := strings.Contains(" "+test.fails+" ", " "+method+" ")
				if got := errors.Is(err, store.ErrDamaged); got != want || !want && err != nil {
					t.Errorf("%s = %v, want ErrDamaged: %t", method, err, want)
				}
			}
		})
	}
}

// A database that breaks while it is open is damaged too, not a riddle.
func TestDamagedPagesAreReported(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	talk(t, s, "s")
	check(t, s.Close())
	overwritePages(t, path)
	s = openStore(t, path)
	defer s.Close()
	if _, err := s.Branch(t.Context(), "s"); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("Branch = %v, want ErrDamaged", err)
	}
}

// overwritePages ruins every page of a database but the first.
func overwritePages(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	check(t, err)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	_, err = file.WriteAt(bytes.Repeat([]byte{0xee}, int(info.Size())-4096), 4096)
	check(t, err)
	check(t, file.Close())
}
