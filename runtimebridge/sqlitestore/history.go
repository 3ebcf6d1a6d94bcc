package sqlitestore

import (
	"context"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const selectSteps = `SELECT seq, ordinal, step FROM steps WHERE session = ? ORDER BY seq, ordinal`

// History implements store.Store.
func (s *Store) History(ctx context.Context, id string) ([]store.Message, error) {
	var history []store.Message
	err := s.read.in(ctx, func(t *transaction) error {
		session, err := t.session(ctx, id)
		if err != nil {
			return err
		}
		var seqs []int64
		err = t.walk(ctx, session, func(m messageRow) {
			history = append(history, store.Message{Message: m.Message})
			seqs = append(seqs, m.seq)
		})
		if err != nil {
			return err
		}
		slices.Reverse(history)
		slices.Reverse(seqs)
		for i := 1; i < len(history); i++ {
			history[i].ParentID = history[i-1].ID
		}
		return t.addSteps(ctx, session.key, seqs, history)
	})
	if err != nil {
		return nil, err
	}
	return history, nil
}

// addSteps reads a session's steps into the messages they belong to, which are
// given with their numbers, ascending. Steps of other messages are passed over.
func (t *transaction) addSteps(ctx context.Context, key int64, seqs []int64, messages []store.Message) error {
	rows, err := t.rows(ctx, selectSteps, key)
	if err != nil {
		return err
	}
	defer rows.Close()
	i := 0
	for rows.Next() {
		var seq, ordinal int64
		var text []byte
		if err := rows.Scan(&seq, &ordinal, &text); err != nil {
			return err
		}
		for i < len(seqs) && seqs[i] < seq {
			i++
		}
		if i == len(seqs) || seqs[i] != seq {
			continue
		}
		step, err := decodeStep(text)
		if err != nil || ordinal != int64(len(messages[i].Steps)) {
			return store.ErrDamaged
		}
		messages[i].Steps = append(messages[i].Steps, step)
	}
	return rows.Err()
}

// decodeStep reads a stored step.
func decodeStep(text []byte) (store.Step, error) {
	var step store.Step
	if !utf8.Valid(text) || json.Unmarshal(text, &step) != nil || !step.Valid() {
		return store.Step{}, store.ErrDamaged
	}
	return step, nil
}
