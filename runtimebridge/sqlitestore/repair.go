package sqlitestore

import (
	"context"
	"errors"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	selectInterrupted = `SELECT t.session, t.epoch, t.seq, t.message_id, sessions.head, t.origin, t.request_id
	FROM turns AS t JOIN sessions ON sessions.key = t.session
	WHERE t.session = ?`

	selectUnfinished = `SELECT sessions.id FROM turns JOIN sessions ON sessions.key = turns.session
	ORDER BY turns.epoch`

	repaired = "closed a turn that had been interrupted" // told to the log
)

var _ store.Repairer = (*Store)(nil)

// Unfinished implements store.Repairer.
func (s *Store) Unfinished(ctx context.Context) ([]string, error) {
	var ids []string
	err := s.read.in(ctx, func(t *transaction) (err error) {
		ids, err = t.texts(ctx, selectUnfinished)
		return err
	})
	return ids, err
}

// Repair implements store.Repairer.
func (s *Store) Repair(ctx context.Context, id string, at time.Time, tryLock store.TryLock) (store.InterruptedTurn, bool, error) {
	var closed store.InterruptedTurn
	var found bool
	unlock := func() {}
	defer func() { unlock() }()
	err := s.write.in(ctx, func(t *transaction) error {
		session, err := t.session(ctx, id)
		if errors.Is(err, runtimebridge.ErrSessionNotFound) || err == nil && !session.Interrupted {
			return nil
		}
		if err != nil {
			return err
		}
		held, err := tryLock(id)
		if err != nil {
			return nil // it runs
		}
		unlock = held
		open, err := t.repair(ctx, session, toMicros(at), s.cancelled)
		if err == nil && !open.cancelled {
			closed, found = open.interrupted(session), true
		}
		return err
	})
	if err != nil {
		return store.InterruptedTurn{}, false, err
	}
	if found {
		s.log.Info(repaired)
	}
	return closed, found, nil
}

// repair ends the turn that was open when its process died, or that could not be
// ended when it was cancelled, and gives it as it was.
func (t *transaction) repair(ctx context.Context, session sessionRow, at int64, cancelled cancelledTurns) (openTurn, error) {
	open, err := scanTurn(t.row(ctx, selectInterrupted, session.key))
	if err != nil {
		return openTurn{}, err
	}
	ending := store.Ending{Text: store.InterruptedNote, At: fromMicros(at)}
	if open.cancelled = cancelled.has(open.messageID); open.cancelled {
		ending.Text, ending.DropSteps = store.CancelledNote, true
	}
	return open, t.endTurn(ctx, open, ending)
}

func (t openTurn) interrupted(session sessionRow) store.InterruptedTurn {
	return store.InterruptedTurn{SessionID: session.ID, Origin: t.origin, RequestID: t.requestID}
}
