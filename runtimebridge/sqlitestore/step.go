package sqlitestore

import (
	"context"
	"encoding/json"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	// appendStep writes nothing unless the epoch is the session's.
	appendStep = `INSERT INTO steps (session, seq, ordinal, step)
	SELECT t.session, t.seq,
	       (SELECT coalesce(max(ordinal) + 1, 0) FROM steps WHERE session = t.session AND seq = t.seq), ?
	FROM turns AS t JOIN sessions ON sessions.key = t.session
	WHERE t.epoch = ? AND sessions.id = ?`

	insertStep = `INSERT INTO steps (session, seq, ordinal, step) VALUES (?, ?, ?, ?)`

	selectTurnSteps = `SELECT step FROM steps WHERE session = ? AND seq = ? ORDER BY ordinal`
)

// AppendStep implements store.Store.
func (s *Store) AppendStep(ctx context.Context, turn store.Turn, step store.Step) error {
	text, err := encodeStep(step)
	if err != nil {
		return err
	}
	changed, err := s.write.exec(ctx, appendStep, text, turn.Epoch, turn.SessionID)
	if err == nil && changed == 0 {
		err = store.ErrStaleTurn
	}
	return err
}

// completeSteps gives every call of a turn that lacks a result the fixed one.
func (t *transaction) completeSteps(ctx context.Context, turn openTurn) error {
	steps, err := t.turnSteps(ctx, turn)
	if err != nil {
		return err
	}
	for i, step := range store.MissingResults(steps) {
		text, err := encodeStep(step)
		if err != nil {
			return err
		}
		if _, err := t.exec(ctx, insertStep, turn.session, turn.seq, len(steps)+i, text); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) turnSteps(ctx context.Context, turn openTurn) ([]store.Step, error) {
	rows, err := t.rows(ctx, selectTurnSteps, turn.session, turn.seq)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var steps []store.Step
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		step, err := decodeStep(text)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, rows.Err()
}

// encodeStep gives the text of a step; encoding replaces what is not UTF-8.
func encodeStep(step store.Step) (string, error) {
	if !step.Valid() {
		return "", store.ErrInvalid
	}
	text, err := json.Marshal(step)
	return string(text), err
}
