package sqlitestore

import (
	"context"
	"database/sql"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

const (
	importSessions = `INSERT OR FAIL INTO sessions (key, id, title, agent_id, source, created_at, updated_at, archived, head) VALUES `
	importMessages = `INSERT INTO messages (session, seq, parent, id, role, content, created_at) VALUES `
	importSteps    = `INSERT INTO steps (session, seq, ordinal, step) VALUES `

	selectLastKey = `SELECT coalesce(max(key), 0) FROM sessions`
)

// importer stores batches of sessions inside one transaction.
type importer struct {
	t        *transaction
	options  store.ImportOptions
	counts   store.Imported
	lastKey  int64 // the last key that is taken
	firstKey int64 // of this import: what has this key or a later one came from it

	existing *sql.Stmt
	remove   *sql.Stmt
	sessions *bulkInsert
	messages *bulkInsert
	steps    *bulkInsert
}

func (t *transaction) newImporter(ctx context.Context, o store.ImportOptions) (*importer, error) {
	i := &importer{t: t, options: o}
	if err := t.QueryRowContext(ctx, selectLastKey).Scan(&i.lastKey); err != nil {
		return nil, err
	}
	i.firstKey = i.lastKey + 1
	var err error
	if i.existing, err = t.PrepareContext(ctx, selectExisting+placeholders(1, importBatch)); err != nil {
		return nil, err
	}
	if i.remove, err = t.PrepareContext(ctx, deleteByKey); err != nil {
		return nil, err
	}
	if i.sessions, err = t.newBulkInsert(ctx, importSessions, 9); err != nil {
		return nil, err
	}
	if i.messages, err = t.newBulkInsert(ctx, importMessages, 7); err != nil {
		return nil, err
	}
	i.steps, err = t.newBulkInsert(ctx, importSteps, 4)
	return i, err
}

// add stores a batch, each table in turn, because messages refer to sessions.
// The statements themselves are not watched for a cancellation, which would cost
// a goroutine each.
func (i *importer) add(ctx context.Context, batch []importLine) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	ctx = context.WithoutCancel(ctx)
	batch, err := i.admit(ctx, batch)
	if err != nil {
		return err
	}
	keys := make([]int64, len(batch))
	for n := range batch {
		i.lastKey++
		keys[n] = i.lastKey
		if err := i.addSession(ctx, keys[n], &batch[n].session); err != nil {
			return err
		}
	}
	if err := i.sessions.flush(ctx); err != nil {
		return err
	}
	for n := range batch {
		if err := i.addMessages(ctx, keys[n], batch[n].session.Messages); err != nil {
			return err
		}
	}
	if err := i.messages.flush(ctx); err != nil {
		return err
	}
	if err := i.steps.flush(ctx); err != nil {
		return err
	}
	if i.options.Report != nil {
		i.options.Report(i.counts.Added + i.counts.Replaced + i.counts.Skipped)
	}
	return nil
}

func (i *importer) addSession(ctx context.Context, key int64, s *jsonl.Session) error {
	head := 0
	for n := len(s.Messages) - 1; n >= 0; n-- {
		if s.Messages[n].ID == s.Head {
			head = n + 1
			break
		}
	}
	return i.sessions.add(ctx, key, s.ID, store.CleanTitle(s.Title), s.AgentID, s.Source,
		s.CreatedAt.UnixMicro(), s.UpdatedAt.UnixMicro(), s.Archived, head)
}

// addMessages numbers a session's messages in the order of the line.
func (i *importer) addMessages(ctx context.Context, key int64, messages []store.Message) error {
	seqs := make(map[string]int, len(messages))
	for n := range messages {
		m := &messages[n]
		seq := n + 1
		seqs[m.ID] = seq
		err := i.messages.add(ctx, key, seq, seqs[m.ParentID], m.ID, m.Role, m.Content, m.Timestamp.UnixMicro())
		if err != nil {
			return err
		}
		for ordinal, step := range m.Steps {
			text, err := encodeStep(step)
			if err != nil {
				return err
			}
			if err := i.steps.add(ctx, key, seq, ordinal, text); err != nil {
				return err
			}
		}
	}
	return nil
}
