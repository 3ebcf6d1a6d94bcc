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
const selectMessages = `SELECT seq, parent, id, role, content, created_at
	FROM messages WHERE session = ? ORDER BY seq DESC`

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
	var role string // not m.Role: the driver's values go into plain types several times as fast
	var created int64
	if err := rows.Scan(&m.seq, &m.parent, &m.ID, &role, &m.Content, &created); err != nil {
		return messageRow{}, err
	}
	m.Role, m.Timestamp = runtimebridge.Role(role), fromMicros(created)
	knownRole := m.Role == runtimebridge.RoleUser || m.Role == runtimebridge.RoleAssistant
	if !knownRole || m.ID == "" || !validText(m.ID, m.Content) {
		return messageRow{}, store.ErrDamaged
	}
	return m, nil
}
