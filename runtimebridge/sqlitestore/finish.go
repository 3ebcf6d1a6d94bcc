package sqlitestore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	selectTurn = `SELECT t.session, t.epoch, t.seq, t.message_id, sessions.head, t.origin, t.request_id
	FROM turns AS t JOIN sessions ON sessions.key = t.session
	WHERE t.epoch = ? AND sessions.id = ?`

	deleteTurn      = `DELETE FROM turns WHERE epoch = ?`
	deleteTurnSteps = `DELETE FROM steps WHERE session = ? AND seq = ?`
)

// openTurn is a turn that has begun and not ended, as it is stored.
type openTurn struct {
	session   int64
	epoch     int64
	seq       int64  // of the assistant message to come
	messageID string // of the assistant message to come
	head      int64
	origin    string
	requestID string
	cancelled bool // and could not be ended then; set by repair
}

// Finish implements store.Store.
func (s *Store) Finish(ctx context.Context, turn store.Turn, e store.Ending) error {
	if e.Text == "" {
		return store.ErrInvalid
	}
	err := s.write.share(ctx, func(t *transaction) error {
		open, err := scanTurn(t.row(ctx, selectTurn, turn.Epoch, turn.SessionID))
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrStaleTurn
		}
		if err != nil {
			return err
		}
		return t.endTurn(ctx, open, e)
	})
	if err != nil && e.DropSteps && !errors.Is(err, store.ErrStaleTurn) {
		if s.cancelled.add(turn.AssistantMessageID) != nil {
			s.log.Warn("a cancelled turn could not be noted")
		}
	}
	return err
}

// endTurn stores the assistant message of an open turn, which no other write can
// have got at: the head is still the turn's user message.
func (t *transaction) endTurn(ctx context.Context, open openTurn, e store.Ending) error {
	if open.head != open.seq-1 {
		return store.ErrDamaged
	}
	if e.DropSteps {
		if _, err := t.exec(ctx, deleteTurnSteps, open.session, open.seq); err != nil {
			return err
		}
	}
	if err := t.completeSteps(ctx, open); err != nil {
		return err
	}
	assistant := messageRow{seq: open.seq, parent: open.head}
	assistant.ID, assistant.Role, assistant.Content = open.messageID, runtimebridge.RoleAssistant, clean(e.Text)
	if err := t.addMessage(ctx, open.session, assistant, toMicros(e.At)); err != nil {
		return err
	}
	_, err := t.exec(ctx, deleteTurn, open.epoch)
	return err
}

func scanTurn(row *sql.Row) (openTurn, error) {
	var t openTurn
	err := row.Scan(&t.session, &t.epoch, &t.seq, &t.messageID, &t.head, &t.origin, &t.requestID)
	return t, err
}
