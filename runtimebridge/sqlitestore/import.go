package sqlitestore

import (
	"context"
	"errors"
	"io"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

// importBatch is how many sessions are stored at a time.
const importBatch = 64

// The page cache grows for an import only: a large transaction that outgrows it
// takes twice as long, and a server is to stay small for the rest of its life.
const (
	growCache   = `PRAGMA cache_size = -131072` // KiB
	shrinkCache = `PRAGMA cache_size = -2000; PRAGMA shrink_memory`
)

// importLine is a decoded line on its way into the database.
type importLine struct {
	number  int
	session jsonl.Session
}

// Import implements store.Store. The lines are read twice: once to check them
// all, so that a bad file, or a slow one, keeps no other process from writing,
// and once to store them while the write lock is held.
func (s *Store) Import(ctx context.Context, r io.Reader, o store.ImportOptions) (store.Imported, error) {
	if s.write == nil {
		return store.Imported{}, store.ErrReadOnly
	}
	source, err := s.replayable(r)
	if err != nil {
		return store.Imported{}, explain(withoutPath(err))
	}
	defer source.close()
	if err := checkLines(ctx, source); err != nil {
		return store.Imported{}, err
	}
	if err := source.rewind(); err != nil {
		return store.Imported{}, explain(withoutPath(err))
	}
	var counts store.Imported
	defer s.write.db.ExecContext(context.WithoutCancel(ctx), shrinkCache)
	err = s.write.in(ctx, func(t *transaction) error {
		if _, err := t.ExecContext(ctx, growCache); err != nil {
			return err
		}
		counts, err = t.importLines(ctx, source, o)
		return err
	})
	if err != nil {
		return store.Imported{}, err
	}
	return counts, nil
}

func checkLines(ctx context.Context, r io.Reader) error {
	decoder := jsonl.NewDecoder(r)
	for ctx.Err() == nil {
		_, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// importLines stores all lines; the next batch is decoded meanwhile.
func (t *transaction) importLines(ctx context.Context, r io.Reader, o store.ImportOptions) (store.Imported, error) {
	into, err := t.newImporter(ctx, o)
	if err != nil {
		return store.Imported{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	batches := make(chan []importLine, 1)
	decoded := make(chan error, 1)
	go func() {
		defer close(batches)
		decoded <- decodeBatches(ctx, r, batches)
	}()
	var stored error
	for batch := range batches {
		if stored = into.add(ctx, batch); stored != nil {
			cancel()
			break
		}
	}
	unread := <-decoded
	cancel()
	if stored == nil {
		stored = unread // else it was only told to stop
	}
	return into.counts, stored
}

// decodeBatches sends the lines in batches until the last.
func decodeBatches(ctx context.Context, r io.Reader, batches chan<- []importLine) error {
	decoder := jsonl.NewDecoder(r)
	for {
		batch := make([]importLine, 0, importBatch)
		var err error
		for len(batch) < importBatch && err == nil {
			var session jsonl.Session
			if session, err = decoder.Decode(); err == nil {
				batch = append(batch, importLine{number: decoder.Line(), session: session})
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		select {
		case batches <- batch:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err != nil {
			return nil
		}
	}
}
