package sqlitestore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// selectMessages reads a session backwards. A parent is older than its child, so
// the active branch comes by in one scan of the index.
const selectMessages = `SELECT ` + messageColumns + ` FROM messages WHERE session = ? ORDER BY seq DESC`

// messageColumns are what scanMessage takes. What is small is packed into one
// number: each column more costs a tenth of the time of reading a long session.
const messageColumns = `(seq << 33) | (parent << 2) | CASE role WHEN 'user' THEN 1 WHEN 'assistant' THEN 2 ELSE 0 END,
	id, content, created_at`

// place is where a message stands in its session, and whose it is: 30 bits of its
// number, 31 of its parent's, 2 of its role.
type place int64

func (p place) seq() int64    { return int64(p) >> 33 }
func (p place) parent() int64 { return int64(p) >> 2 & (1<<31 - 1) }

// role is empty for one that is not known.
func (p place) role() runtimebridge.Role {
	return [4]runtimebridge.Role{1: runtimebridge.RoleUser, 2: runtimebridge.RoleAssistant}[p&3]
}

// messageRow is a message as it is stored.
type messageRow struct {
	runtimebridge.Message
	seq    int64
	parent int64 // 0 for none
}

// Branch implements store.Store.
func (s *Store) Branch(ctx context.Context, id string) ([]runtimebridge.Message, error) {
	var branch []runtimebridge.Message
	err := s.read.in(ctx, func(t *transaction) error {
		session, err := t.session(ctx, id)
		if err != nil {
			return err
		}
		return t.walk(ctx, session, func(m messageRow) { branch = append(branch, m.Message) })
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(branch)
	return branch, nil
}

// walk visits the active branch, newest message first. Whatever does not fit is
// an error: a branch is never guessed.
func (t *transaction) walk(ctx context.Context, session sessionRow, visit func(messageRow)) error {
	rows, err := t.rows(ctx, selectMessages, session.key)
	if err != nil {
		return err
	}
	defer rows.Close()
	next := session.head
	for rows.Next() {
		if next == 0 && session.head != 0 {
			return rows.Close() // the first message of the branch has been seen
		}
		m, err := scanMessage(rows)
		if err != nil {
			return err
		}
		if next == 0 || m.seq < next {
			return store.ErrDamaged // messages without a head, or a message that is missing
		}
		if m.seq > next {
			continue // another branch
		}
		visit(m)
		next = m.parent
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if next != 0 {
		return store.ErrDamaged
	}
	return nil
}

func scanMessage(rows *sql.Rows) (messageRow, error) {
	var m messageRow
	var at place
	var created int64
	if err := rows.Scan((*int64)(&at), &m.ID, &m.Content, &created); err != nil {
		return messageRow{}, err
	}
	m.seq, m.parent, m.Role, m.Timestamp = at.seq(), at.parent(), at.role(), fromMicros(created)
	if m.Role == "" || m.ID == "" || !validText(m.ID, m.Content) {
		return messageRow{}, store.ErrDamaged
	}
	return m, nil
}
