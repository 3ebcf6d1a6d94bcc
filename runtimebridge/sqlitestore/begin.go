package sqlitestore

import (
	"context"
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	insertSession = `INSERT INTO sessions (id, title, agent_id, source, created_at, updated_at, archived, head)
	VALUES (?, '', ?, ?, ?, ?, 0, 0)`

	insertMessage = `INSERT INTO messages (session, seq, parent, id, role, content, created_at)
	VALUES (?, ?, ?, ?, ?, ?, ?)`

	insertTurn = `INSERT INTO turns (session, seq, message_id, origin, request_id) VALUES (?, ?, ?, ?, ?)`

	// selectTail tells how many numbers a session has used, and whether its head exists.
	selectTail = `SELECT coalesce((SELECT max(seq) FROM messages WHERE session = ?1), 0),
	EXISTS (SELECT 1 FROM messages WHERE session = ?1 AND seq = ?2)`

	// selectSize tells how much a session holds, in bytes. It reads no text.
	selectSize = `SELECT (SELECT coalesce(sum(octet_length(content)), 0) FROM messages WHERE session = ?1)
	+ (SELECT coalesce(sum(octet_length(step)), 0) FROM steps WHERE session = ?1)`

	updateHead = `UPDATE sessions SET head = ?, updated_at = max(updated_at, ?) WHERE key = ?`

	updateFirstTitle = `UPDATE sessions SET title = ? WHERE key = ? AND title = ''`
)

// Begin implements store.Store.
func (s *Store) Begin(ctx context.Context, b store.BeginTurn) (store.Turn, error) {
	if b.Text == "" || b.New != nil && !store.ValidSessionID(b.SessionID) {
		return store.Turn{}, store.ErrInvalid
	}
	at := toMicros(b.At)
	var turn store.Turn
	err := s.write.share(ctx, func(t *transaction) error {
		session, err := t.sessionOfTurn(ctx, b, at)
		if err != nil {
			return err
		}
		turn = store.Turn{SessionID: session.ID, AgentID: session.AgentID}
		last, err := t.lastSeq(ctx, session)
		if err != nil {
			return err
		}
		if session.Interrupted {
			open, err := t.repair(ctx, session, at, s.cancelled)
			if err != nil {
				return err
			}
			last, session.head = open.seq, open.seq
			if !open.cancelled {
				turn.Repaired, turn.Interrupted = true, open.interrupted(session)
			}
		}
		return t.startTurn(ctx, session, last, b, at, &turn)
	})
	if err != nil {
		return store.Turn{}, err
	}
	if turn.Repaired {
		s.log.Info(repaired)
	}
	return turn, nil
}

// sessionOfTurn finds the session that a turn is for, or makes it.
func (t *transaction) sessionOfTurn(ctx context.Context, b store.BeginTurn, at int64) (sessionRow, error) {
	session, err := t.session(ctx, b.SessionID)
	if b.New == nil {
		return session, err
	}
	if err == nil {
		return sessionRow{}, store.ErrExists
	}
	if !errors.Is(err, runtimebridge.ErrSessionNotFound) {
		return sessionRow{}, err
	}
	_, err = t.exec(ctx, insertSession, b.SessionID, clean(b.New.AgentID), clean(b.New.Source), at, at)
	if err != nil {
		return sessionRow{}, err
	}
	return t.session(ctx, b.SessionID)
}

// startTurn stores the user message, after the last one, and opens the turn.
func (t *transaction) startTurn(ctx context.Context, session sessionRow, last int64, b store.BeginTurn, at int64, turn *store.Turn) error {
	text := clean(b.Text)
	var err error
	if turn.SessionBytes, err = t.sizeWith(ctx, session, text); err != nil {
		return err
	}
	turn.UserMessageID, turn.AssistantMessageID = newMessageID(), newMessageID()
	user := messageRow{seq: last + 1, parent: session.head}
	user.ID, user.Role, user.Content = turn.UserMessageID, runtimebridge.RoleUser, text
	if err := t.addMessage(ctx, session.key, user, at); err != nil {
		return err
	}
	if last == 0 {
		if _, err := t.exec(ctx, updateFirstTitle, store.Title(text), session.key); err != nil {
			return err
		}
	}
	result, err := t.exec(ctx, insertTurn, session.key, user.seq+1, turn.AssistantMessageID, clean(b.Origin), clean(b.RequestID))
	if err != nil {
		return err
	}
	turn.Epoch, err = result.LastInsertId()
	return err
}

// sizeWith is how much a session holds with one more text. It refuses what would
// make it too large.
func (t *transaction) sizeWith(ctx context.Context, session sessionRow, text string) (int, error) {
	var size int
	if err := t.row(ctx, selectSize, session.key).Scan(&size); err != nil {
		return 0, err
	}
	if size += len(text); size > store.MaxSessionBytes {
		return 0, store.ErrFull
	}
	return size, nil
}

// lastSeq is the number of the newest message, 0 when there is none. A session
// whose head is not one of its messages is damaged.
func (t *transaction) lastSeq(ctx context.Context, session sessionRow) (int64, error) {
	var last int64
	var headExists bool
	if err := t.row(ctx, selectTail, session.key, session.head).Scan(&last, &headExists); err != nil {
		return 0, err
	}
	if headExists != (last > 0) || headExists != (session.head != 0) {
		return 0, store.ErrDamaged
	}
	return last, nil
}

// addMessage stores a message and makes it the head.
func (t *transaction) addMessage(ctx context.Context, key int64, m messageRow, at int64) error {
	if _, err := t.exec(ctx, insertMessage, key, m.seq, m.parent, m.ID, m.Role, m.Content, at); err != nil {
		return err
	}
	_, err := t.exec(ctx, updateHead, m.seq, at, key)
	return err
}

// clean replaces what is not UTF-8.
func clean(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
