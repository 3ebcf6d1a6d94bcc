package sqlitestore

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

const (
	selectExport = `SELECT ` + sessionColumns + ` FROM sessions ORDER BY created_at, id`

	selectAllMessages = `SELECT ` + messageColumns + `
	FROM messages WHERE session = ? ORDER BY seq`
)

// Export implements store.Store. One session at a time is in memory. Writers are
// not kept waiting, however slow w is.
func (s *Store) Export(ctx context.Context, w io.Writer, ids ...string) (int, error) {
	encoder := jsonl.NewEncoder(w)
	count := 0
	write := func(t *transaction, row sessionRow) error {
		session, err := t.whole(ctx, row)
		if err != nil {
			return err
		}
		if err := encoder.Encode(session); err != nil {
			return err
		}
		count++
		return nil
	}
	err := s.read.in(ctx, func(t *transaction) error {
		if len(ids) > 0 {
			return t.eachOf(ctx, ids, write)
		}
		return t.each(ctx, write)
	})
	return count, err
}

// each visits every session, oldest first.
func (t *transaction) each(ctx context.Context, visit func(*transaction, sessionRow) error) error {
	rows, err := t.rows(ctx, selectExport)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := scanSession(rows)
		if err != nil {
			return err
		}
		if err := visit(t, row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// eachOf visits the sessions with these ids, oldest first, each once.
func (t *transaction) eachOf(ctx context.Context, ids []string, visit func(*transaction, sessionRow) error) error {
	var sessions []sessionRow
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		row, err := t.session(ctx, id)
		if err != nil {
			return err
		}
		sessions = append(sessions, row)
	}
	slices.SortStableFunc(sessions, func(a, b sessionRow) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	for _, row := range sessions {
		if err := visit(t, row); err != nil {
			return err
		}
	}
	return nil
}

// whole reads all of a session: every branch, and the steps.
func (t *transaction) whole(ctx context.Context, row sessionRow) (jsonl.Session, error) {
	session := jsonl.Session{Session: row.Session}
	rows, err := t.rows(ctx, selectAllMessages, row.key)
	if err != nil {
		return session, err
	}
	defer rows.Close()
	var seqs []int64
	ids := map[int64]string{}
	for rows.Next() {
		m, err := scanMessage(rows)
		if err != nil {
			return session, err
		}
		parent, ok := parentID(ids, m.parent)
		if !ok {
			return session, store.ErrDamaged
		}
		ids[m.seq] = m.ID
		seqs = append(seqs, m.seq)
		session.Messages = append(session.Messages, store.Message{Message: m.Message, ParentID: parent})
	}
	if err := rows.Err(); err != nil {
		return session, err
	}
	head, ok := parentID(ids, row.head)
	if !ok || (head == "") != (len(seqs) == 0) {
		return session, store.ErrDamaged
	}
	session.Head = head
	return session, t.addSteps(ctx, row.key, seqs, session.Messages)
}

// parentID is the id of the message with a number, and whether there is one; 0
// has no id.
func parentID(ids map[int64]string, seq int64) (id string, ok bool) {
	if seq == 0 {
		return "", true
	}
	id, ok = ids[seq]
	return id, ok
}
