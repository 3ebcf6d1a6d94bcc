package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// sessionColumns are what scanSession reads. Whether a turn is open costs one
// look-up a row.
const sessionColumns = `key, id, title, agent_id, source, created_at, updated_at, archived, head,
	EXISTS (SELECT 1 FROM turns WHERE turns.session = key)`

// The lists. Each half of listAll comes out of the index in order, so its cost
// too depends on the limit and not on how many sessions there are.
const (
	selectSession = `SELECT ` + sessionColumns + ` FROM sessions WHERE id = ?`

	listActive = `SELECT ` + sessionColumns + ` FROM sessions WHERE archived = 0
	ORDER BY updated_at DESC, id LIMIT ?`

	listAll = `SELECT ` + sessionColumns + ` FROM sessions WHERE archived = 0
	UNION ALL SELECT ` + sessionColumns + ` FROM sessions WHERE archived = 1
	ORDER BY updated_at DESC, id LIMIT ?`

	// Those that begin like a text are the first from there on.
	selectIDs = `SELECT id FROM sessions WHERE id >= ? ORDER BY id LIMIT ?`
)

const (
	updateTitle    = `UPDATE sessions SET title = ? WHERE id = ?`
	updateArchived = `UPDATE sessions SET archived = ? WHERE id = ?`
	deleteSession  = `DELETE FROM sessions WHERE id = ?`
)

// sessionRow is a session as it is stored.
type sessionRow struct {
	store.Session
	key  int64
	head int64 // the last message of the active branch; 0 in a session without messages
}

// Sessions implements store.Store.
func (s *Store) Sessions(ctx context.Context, q store.Query) ([]store.Session, error) {
	query, limit := listActive, q.Limit
	if q.Archived {
		query = listAll
	}
	if limit <= 0 {
		limit = -1 // all
	}
	var sessions []store.Session
	err := s.read.in(ctx, func(t *transaction) error {
		rows, err := t.rows(ctx, query, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scanSession(rows)
			if err != nil {
				return err
			}
			sessions = append(sessions, row.Session)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	return sessions, nil
}

// Session implements store.Store.
func (s *Store) Session(ctx context.Context, id string) (store.Session, error) {
	var row sessionRow
	err := s.read.in(ctx, func(t *transaction) (err error) {
		row, err = t.session(ctx, id)
		return err
	})
	return row.Session, err
}

// SessionIDs implements store.Store.
func (s *Store) SessionIDs(ctx context.Context, prefix string, limit int) ([]string, error) {
	var ids []string
	err := s.read.in(ctx, func(t *transaction) (err error) {
		ids, err = t.texts(ctx, selectIDs, prefix, limit)
		return err
	})
	for i, id := range ids {
		if !strings.HasPrefix(id, prefix) {
			return ids[:i], err
		}
	}
	return ids, err
}

// Rename implements store.Store.
func (s *Store) Rename(ctx context.Context, id, title string) error {
	return s.change(ctx, updateTitle, store.CleanTitle(title), id)
}

// SetArchived implements store.Store.
func (s *Store) SetArchived(ctx context.Context, id string, archived bool) error {
	return s.change(ctx, updateArchived, archived, id)
}

// Delete implements store.Store. What belongs to the session goes with its row.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.change(ctx, deleteSession, id)
}

// change runs a statement that changes one session, if there is one.
func (s *Store) change(ctx context.Context, query string, args ...any) error {
	changed, err := s.write.exec(ctx, query, args...)
	if err == nil && changed == 0 {
		err = runtimebridge.ErrSessionNotFound
	}
	return err
}

// session reads a session's row inside a transaction.
func (t *transaction) session(ctx context.Context, id string) (sessionRow, error) {
	return foundSession(t.row(ctx, selectSession, id))
}

func foundSession(row *sql.Row) (sessionRow, error) {
	s, err := scanSession(row)
	if errors.Is(err, sql.ErrNoRows) {
		err = runtimebridge.ErrSessionNotFound
	}
	return s, err
}

func scanSession(row interface{ Scan(...any) error }) (sessionRow, error) {
	var s sessionRow
	var created, updated int64
	err := row.Scan(&s.key, &s.ID, &s.Title, &s.AgentID, &s.Source, &created, &updated, &s.Archived, &s.head, &s.Interrupted)
	if err != nil {
		return sessionRow{}, err
	}
	if s.ID == "" || !validText(s.ID, s.Title, s.AgentID, s.Source) {
		return sessionRow{}, store.ErrDamaged
	}
	s.CreatedAt, s.UpdatedAt = fromMicros(created), fromMicros(updated)
	return s, nil
}

func validText(texts ...string) bool {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return false
		}
	}
	return true
}

func fromMicros(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// toMicros is how a time is stored; the zero time means now.
func toMicros(t time.Time) int64 {
	if t.IsZero() {
		t = time.Now()
	}
	return t.UnixMicro()
}
